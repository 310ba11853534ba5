import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { executionList, rowsOf } from "~/api/lists";
import { deadLetterGroups, upcoming } from "~/api/queries";
import type { ExecutionRow } from "~/api/types";
import { useNow } from "~/time/now";
import { Empty, Failed, Loading } from "~/ui/Empty";
import { Panel } from "~/ui/Panel";
import { RunStatus } from "~/pages/executions/RunStatus";
import { Time, Took } from "~/ui/Time";

const more = (to: string, search?: object) => <Link to={to} search={search as never} className="rounded text-xs font-medium text-accent hover:underline">All</Link>;
const NEWEST = { sort: "-created_at" };

export function RecentExecutions() {
  const asked = useInfiniteQuery(executionList(NEWEST, 12));
  const rows = rowsOf(asked.data).slice(0, 12);
  return (
    <Panel flush title="Recent executions" actions={more("/executions")}>
      {asked.isPending ? <Loading rows={8} /> : asked.isError ? <Failed fault={asked.error} what="executions" /> : !rows.length ? (
        <Empty icon="executions" title="Nothing has run yet" command="tickwheel job create hello --handler noop --now">Make a job and it appears here while it runs. <code className="font-mono text-xs">tickwheel demo</code> fills a new system with two dozen.</Empty>
      ) : <ul className="divide-y">{rows.map((row) => <Line key={row.execution_id} row={row} />)}</ul>}
    </Panel>
  );
}

function Line({ row }: { row: ExecutionRow }) {
  return (
    <li className="flex items-center gap-3 px-4 py-2 hover:bg-hover">
      <Link to="/executions/$id" params={{ id: row.execution_id }} className="min-w-0 flex-1 truncate rounded font-medium hover:underline">{row.job_name}</Link>
      <span className="w-16 text-right text-xs text-muted max-sm:hidden"><Took from={row.started_at} to={row.finished_at} none="" /></span>
      <span className="w-20 text-right text-xs text-muted"><Time at={row.finished_at ?? row.started_at ?? row.due_at} /></span>
      <span className="flex w-24 justify-end"><RunStatus run={row} /></span>
    </li>
  );
}

export function Upcoming() {
  const now = useNow(60_000);
  const until = new Date(now + 24 * 3_600_000).toISOString();
  const asked = useQuery({ ...upcoming({ until, limit: 40, per_job: 2 }), placeholderData: (before) => before });
  const names = new Map(asked.data?.jobs.map((job) => [job.job_id, job]));
  const runs = (asked.data?.items ?? []).filter((run) => Date.parse(run.due_at) > now - 5_000).slice(0, 8);
  return (
    <Panel flush title="Next runs" actions={more("/calendar")}>
      {asked.isPending ? <Loading rows={5} /> : asked.isError ? <Failed fault={asked.error} what="what comes" /> : !runs.length ? (
        <Empty icon="calendar" title="Nothing is planned for the next day">Jobs with a cron schedule, an interval or a time of their own show up here before they run.</Empty>
      ) : (
        <ul className="divide-y">
          {runs.map((run) => {
            const job = names.get(run.job_id);
            return (
              <li key={run.job_id + run.due_at} className="flex items-center gap-3 px-4 py-2 hover:bg-hover">
                <Link to="/jobs/$job" params={{ job: job?.name ?? run.job_id }} className="min-w-0 flex-1 truncate rounded font-medium hover:underline">{job?.name ?? run.job_id}</Link>
                <span className="text-xs text-muted"><Time at={run.due_at} zone={job?.timezone} /></span>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}

export function WorstFailures() {
  const asked = useQuery(deadLetterGroups());
  const groups = asked.data?.items.slice(0, 4) ?? [];
  if (!groups.length) return null;
  return (
    <Panel flush title="What fails most" actions={more("/dead-letters")}>
      <ul className="divide-y">
        {groups.map((group) => (
          <li key={group.fingerprint} className="flex items-start gap-3 px-4 py-2 hover:bg-hover">
            <div className="min-w-0 flex-1">
              <Link to="/dead-letters" search={{ group: group.fingerprint } as never} className="block truncate rounded font-medium hover:underline">{group.last_message || group.error_class}</Link>
              <p className="truncate text-xs text-muted"><span className="font-mono">{group.handler}</span> · <Time at={group.last_at} /></p>
            </div>
            <span className="tabular rounded bg-bad-tint px-1.5 text-xs font-medium text-bad">{group.count}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
