import { grouped } from "~/api/grouped";
import { Link } from "@tanstack/react-router";
import type { UpcomingCalendar } from "~/api/types";
import { clockOf, dayOf } from "~/time/format";
import { Empty, Failed, Loading } from "~/ui/Empty";
import { Panel } from "~/ui/Panel";
import { Time } from "~/ui/Time";
import { placeOf } from "./days";
import type { Place } from "./Heat";

const SHOWN = 120;

/** What will run, day by day; of one hour if one is chosen in the heat map. */
export function UpcomingList({ found, pending, fault, zone, chosen }: { found?: UpcomingCalendar; pending: boolean; fault: unknown; zone: string; chosen?: Place }) {
  const jobs = new Map(found?.jobs.map((job) => [job.job_id, job]));
  const runs = (found?.items ?? []).filter((run) => {
    if (!chosen) return true;
    const place = placeOf(Date.parse(run.due_at), zone);
    return place.day === chosen.day && place.hour === chosen.hour;
  });
  const days = grouped(runs.slice(0, SHOWN), (run) => dayOf(Date.parse(run.due_at)));
  const often = found?.jobs.filter((job) => job.has_more) ?? [];
  return (
    <Panel flush title="What will run" hint={chosen ? `${runs.length} in the chosen hour` : found && `${runs.length.toLocaleString("en-US")} runs of ${found.jobs.length} jobs`}>
      {pending ? <Loading rows={5} /> : fault ? <Failed fault={fault} what="what comes" /> : !runs.length ? (
        <Empty icon="calendar" title={chosen ? "Nothing is planned for this hour" : "Nothing is planned"}>Jobs with a schedule show up here before they run. Paused ones do not.</Empty>
      ) : (
        <div className="divide-y">
          {[...days].map(([day, some]) => (
            <div key={day} className="grid gap-x-4 px-4 py-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
              <h3 className="font-medium max-sm:mb-1">{day}</h3>
              <ul className="grid gap-x-6 gap-y-0.5 md:grid-cols-2 2xl:grid-cols-3">
                {some.map((run) => {
                  const job = jobs.get(run.job_id);
                  return (
                    <li key={run.job_id + run.due_at} className="flex items-baseline gap-3">
                      <span className="tabular w-16 shrink-0 font-mono text-xs text-muted">{clockOf(Date.parse(run.due_at))}</span>
                      <Link to="/jobs/$job" params={{ job: job?.name ?? run.job_id }} className="min-w-0 flex-1 truncate rounded hover:underline">{job?.name ?? run.job_id}</Link>
                      <span className="text-xs text-muted"><Time at={run.due_at} zone={job?.timezone} /></span>
                    </li>
                  );
                })}
              </ul>
            </div>
          ))}
        </div>
      )}
      {runs.length > SHOWN && <p className="border-t px-4 py-2 text-xs text-muted">The next {SHOWN} of {runs.length.toLocaleString("en-US")}; choose an hour above to see its runs.</p>}
      {often.length > 0 && <p className="border-t px-4 py-2 text-xs text-muted">{often.slice(0, 5).map((job) => job.name).join(", ")}{often.length > 5 && ` and ${often.length - 5} more`} run more often than is counted here.</p>}
    </Panel>
  );
}
