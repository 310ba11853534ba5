import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { changes, history } from "~/api/queries";
import type { Job, JournalEvent } from "~/api/types";
import { live } from "~/live/stream";
import { absolute } from "~/time/format";
import { Empty, Failed, Loading } from "~/ui/Empty";
import { Choice } from "~/ui/Field";
import { Panel } from "~/ui/Panel";
import { Pill } from "~/ui/Status";
import { useParam } from "~/ui/useParam";
import { Time } from "~/ui/Time";
import { Diff } from "./Diff";
import { detail, toneOfEvent, words } from "./events";

export function HistoryTab({ job }: { job: Job }) {
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Events job={job} />
      <Versions job={job} />
    </div>
  );
}

function Events({ job }: { job: Job }) {
  const [kind, setKind] = useParam<"all" | "job">("events", "all");
  const asked = useQuery(history(job.name));
  const fresh = useFresh(job.job_id, asked.data?.items);
  const all = [...(asked.data?.items ?? []), ...fresh];
  const shown = (kind === "all" ? all : all.filter((event) => !event.execution_id)).slice(-300).reverse();
  return (
    <Panel flush title="Events" hint={asked.data && !asked.data.complete ? "the newest; older ones are further back in the log" : "from the log itself"} actions={<Choice label="Which events" value={kind} options={[["all", "All"], ["job", "Of the job itself"]]} onChange={setKind} />}>
      {asked.isPending ? <Loading rows={8} /> : asked.isError ? <Failed fault={asked.error} retry={() => void asked.refetch()} what="the log" /> : !shown.length ? <Empty icon="history" title="No such events" /> : (
        <ol className="divide-y">
          {shown.map((event) => (
            <li key={`${event.offset}-${event.sequence}-${event.type}`} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-1.5 hover:bg-hover sm:flex">
              <span className="tabular w-9 text-right font-mono text-2xs text-faint max-sm:hidden" title={`number ${event.sequence} in the job's history`}>{event.sequence}</span>
              <span><Pill tone={toneOfEvent(event.type)}>{words(event.type)}</Pill></span>
              <span className="min-w-0 flex-1 truncate text-xs text-muted max-sm:order-1" title={detail(event)}>{detail(event)}</span>
              {event.actor && <span className="text-xs max-sm:order-2">by {event.actor}</span>}
              {event.execution_id && <Link to="/executions/$id" params={{ id: event.execution_id }} className="rounded font-mono text-2xs text-accent hover:underline max-sm:order-2 max-sm:text-right">{event.execution_id.slice(0, 8)}</Link>}
              <span className="w-20 text-right text-xs text-muted"><Time at={event.at_ms} zone={job.timezone} /></span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

/** What happened since the log was read. */
function useFresh(jobId: string, read: JournalEvent[] | undefined): JournalEvent[] {
  const [fresh, setFresh] = useState<JournalEvent[]>([]);
  useEffect(() => setFresh([]), [read]);
  useEffect(
    () =>
      live.listen((events) => {
        const mine = events.filter((event) => event.data.job_id === jobId).map((event) => ({ ...event.data, type: event.type, offset: 0 }));
        if (mine.length) setFresh((before) => [...before, ...mine].slice(-500));
      }),
    [jobId],
  );
  const last = read?.at(-1)?.sequence ?? 0;
  return fresh.filter((event) => event.sequence > last);
}

function Versions({ job }: { job: Job }) {
  const asked = useQuery(changes(job.name));
  return (
    <Panel flush title="Versions" hint="who changed what">
      {asked.isPending ? <Loading rows={3} /> : asked.isError ? <Failed fault={asked.error} what="the versions" /> : (
        <ol className="divide-y">
          {asked.data.items.map((version) => (
            <li key={version.version} className="px-4 py-2.5">
              <div className="flex items-baseline justify-between gap-3">
                <span className="font-medium">Version {version.version}</span>
                <span className="text-xs text-muted" title={absolute(Date.parse(version.changed_at))}><Time at={version.changed_at} /> by {version.changed_by || "nobody"}</span>
              </div>
              {version.version > 1 && version.changes.length ? <Diff rows={version.changes} /> : <p className="text-xs text-muted">{version.version === 1 ? "It was created." : "Nothing that shows."}</p>}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
