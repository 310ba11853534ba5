import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { bulk, type Bulk } from "~/api/actions";
import { beginBulk } from "~/api/bulk";
import { later } from "~/api/later";
import { deadLetterList, rowsOf } from "~/api/lists";
import { hideGroup } from "~/api/optimistic";
import { deadLetterGroups } from "~/api/queries";
import type { DeadLetterGroup } from "~/api/types";
import { one, type Search } from "~/shell/search";
import { useMay } from "~/shell/session";
import { Button } from "~/ui/Button";
import { ActionMenu } from "~/ui/ActionMenu";
import { Empty, Failed, Loading } from "~/ui/Empty";
import { Icon } from "~/ui/Icon";
import { Pill } from "~/ui/Status";
import { Time } from "~/ui/Time";

export function Groups() {
  const asked = useQuery(deadLetterGroups());
  if (asked.isPending) return <Loading rows={6} />;
  if (!asked.data) return <Failed fault={asked.error} retry={() => void asked.refetch()} what="the dead letters" />;
  if (!asked.data.items.length) {
    return <section className="rounded-lg border bg-surface"><Empty icon="check" title="Nothing waits for a decision">An execution that has used up its retries, or must not be retried, ends up here with everything that is needed to understand it. Alike ones are put together.</Empty></section>;
  }
  return <ul className="space-y-3">{asked.data.items.map((group) => <Group key={group.fingerprint} group={group} />)}</ul>;
}

const plural = (n: number, word: string) => `${n.toLocaleString("en-US")} ${word}${n === 1 ? "" : "s"}`;

function Group({ group }: { group: DeadLetterGroup }) {
  const manages = useMay("manage");
  const navigate = useNavigate();
  const open = one((useSearch({ strict: false }) as Search).group) === group.fingerprint;
  const toggle = () => void navigate({ to: ".", search: (open ? {} : { group: group.fingerprint }) as never, replace: true, resetScroll: false });
  const what = (action: Bulk["action"]): Bulk => ({ action, filter: { fingerprint: group.fingerprint } });
  const run = (action: Bulk["action"], label: string) =>
    later({
      text: `${label} ${plural(group.count, "dead letter")}`,
      show: () => hideGroup((other) => other.fingerprint === group.fingerprint),
      send: () => beginBulk(what(action), label, group.count, "dead letters"),
    });
  return (
    <li className="rounded-lg border bg-surface shadow-card" data-group={group.fingerprint}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
        <span className="tabular mt-0.5 min-w-10 rounded-md bg-bad-tint px-2 py-0.5 text-center text-base font-semibold text-bad">{group.count.toLocaleString("en-US")}</span>
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-medium break-words">{group.last_message || group.error_class}</p>
          {group.template !== group.last_message && <p className="font-mono text-xs break-words text-muted" title="What they have in common: # stands for ids and numbers">{group.template}</p>}
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
            <span className="font-mono">{group.handler}</span>
            {group.error_class && <span title={group.error_class}><Pill tone="bad">{group.error_class.split(".").at(-1)}</Pill></span>}
            {group.failure_kind !== "error" && <Pill tone="warn">{group.failure_kind.replaceAll("_", " ")}</Pill>}
            <span>{plural(group.jobs, "job")}</span>
            <span>first <Time at={group.first_at} />, last <Time at={group.last_at} /></span>
          </p>
        </div>
        <div className="flex items-center gap-1.5">
          {manages && <Button small look="primary" icon="retry" onClick={() => run("retry_dead_letters", "Retry")}>{group.count === 1 ? "Retry" : `Retry all ${group.count.toLocaleString("en-US")}`}</Button>}
          {manages && <Button small onClick={() => run("dismiss_dead_letters", "Dismiss")}>Dismiss</Button>}
          <ActionMenu label="More actions" deeds={manages ? [
            { label: "Retry all", icon: "retry", action: bulk(what("retry_dead_letters"), false), run: () => run("retry_dead_letters", "Retry") },
            { label: "Dismiss all", icon: "close", action: bulk(what("dismiss_dead_letters"), false), run: () => run("dismiss_dead_letters", "Dismiss") },
          ] : []} extra={[{ label: "Show one by one", icon: "jobs", onSelect: () => void navigate({ to: ".", search: { tab: "all", fingerprint: group.fingerprint } as never }) }]} />
        </div>
      </div>
      <button type="button" aria-expanded={open} onClick={toggle} className="flex w-full items-center gap-1.5 rounded-b-lg border-t px-4 py-1.5 text-left text-xs text-muted hover:bg-hover hover:text-text">
        <Icon name={open ? "down" : "chevron"} size={12} />{open ? "Hide" : "Show"} the newest of them
      </button>
      {open && <Newest group={group} />}
    </li>
  );
}

function Newest({ group }: { group: DeadLetterGroup }) {
  const asked = useInfiniteQuery(deadLetterList({ status: "OPEN", fingerprint: group.fingerprint }, 10));
  if (asked.isPending) return <Loading rows={3} />;
  if (asked.isError) return <Failed fault={asked.error} what="them" />;
  return (
    <ul className="divide-y border-t">
      {rowsOf(asked.data).map((letter) => (
        <li key={letter.execution_id} className="flex flex-wrap items-center gap-x-4 px-4 py-2 hover:bg-hover">
          <Link to="/executions/$id" params={{ id: letter.execution_id }} className="rounded font-medium hover:underline">{letter.job_name}</Link>
          <span className="min-w-0 flex-1 basis-40 truncate text-xs text-muted" title={letter.error_message}>{letter.error_message}</span>
          <span className="text-xs text-muted">{plural(letter.attempts, "attempt")}</span>
          <span className="text-xs text-muted"><Time at={letter.failed_at} /></span>
        </li>
      ))}
    </ul>
  );
}
