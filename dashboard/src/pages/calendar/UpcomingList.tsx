import { grouped } from "~/api/grouped";
import { Link } from "@tanstack/react-router";
import type { UpcomingCalendar } from "~/api/types";
import { clockOf, dayOf, duration } from "~/time/format";
import { Empty, Failed, Loading } from "~/ui/Empty";
import { Panel } from "~/ui/Panel";
import { Time } from "~/ui/Time";
import { placeOf } from "./days";
import type { Place } from "./Heat";

const SHOWN = 120;

/** A job that runs more often in a day is one line, or it would hide all others. */
const OFTEN = 6;

/** What will run, day by day; of one hour if one is chosen in the heat map. */
export function UpcomingList({ found, pending, fault, zone, chosen }: { found?: UpcomingCalendar; pending: boolean; fault: unknown; zone: string; chosen?: Place }) {
  const jobs = new Map(found?.jobs.map((job) => [job.job_id, job]));
  const runs = (found?.items ?? []).filter((run) => {
    if (!chosen) return true;
    const place = placeOf(Date.parse(run.due_at), zone);
    return place.day === chosen.day && place.hour === chosen.hour;
  });
  // Only the first runs of these are known: they are told once, above the days.
  const more = new Set(found?.jobs.filter((job) => job.has_more).map((job) => job.job_id));
  const always = [...grouped((found?.items ?? []).filter((run) => more.has(run.job_id)), (run) => run.job_id).values()];
  const known = chosen ? runs : runs.filter((run) => !more.has(run.job_id));
  const days = [...grouped(known, (run) => dayOf(Date.parse(run.due_at)))].map(([day, some]) => ({ day, ...apart(some, chosen ? SHOWN : OFTEN) }));
  const all = days.flatMap((one) => one.single).slice(0, SHOWN);
  const last = all.at(-1);
  return (
    <Panel flush title="What will run" hint={chosen ? `${runs.length} in the chosen hour` : found && `${found.jobs.length} ${found.jobs.length === 1 ? "job" : "jobs"} in the next days`}>
      {pending ? <Loading rows={5} /> : fault ? <Failed fault={fault} what="what comes" /> : !runs.length ? (
        <Empty icon="calendar" title={chosen ? "Nothing is planned for this hour" : "Nothing is planned"}>Jobs with a schedule show up here before they run. Paused ones do not.</Empty>
      ) : (
        <div className="divide-y">
          {always.length > 0 && (
            <div className="grid gap-x-4 px-4 py-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
              <h3 className="font-medium max-sm:mb-1">All the time</h3>
              <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">{always.map((some) => <Often key={some[0]!.job_id} runs={some} job={jobs.get(some[0]!.job_id)} />)}</ul>
            </div>
          )}
          {days.map(({ day, single, often }) => (
            <div key={day} className="grid gap-x-4 px-4 py-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
              <h3 className="font-medium max-sm:mb-1">{day}</h3>
              <div className="min-w-0 space-y-2">
                {often.length > 0 && (
                  <ul aria-label="Runs often" className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
                    {often.map((some) => <Often key={some[0]!.job_id} runs={some} job={jobs.get(some[0]!.job_id)} many={some.length} />)}
                  </ul>
                )}
                <ul className="grid gap-x-6 gap-y-0.5 md:grid-cols-2 2xl:grid-cols-3">
                  {single.filter((run) => !last || run.due_at <= last.due_at).map((run) => <Line key={run.job_id + run.due_at} run={run} job={jobs.get(run.job_id)} />)}
                </ul>
              </div>
            </div>
          ))}
        </div>
      )}
      {days.flatMap((one) => one.single).length > SHOWN && <p className="border-t px-4 py-2 text-xs text-muted">The next {SHOWN}; choose an hour above to see its runs.</p>}
    </Panel>
  );
}

type Run = UpcomingCalendar["items"][number];
type Job = UpcomingCalendar["jobs"][number];

/** Single runs in the order of time, and jobs that run often, each with its runs. */
function apart(runs: Run[], most: number): { single: Run[]; often: Run[][] } {
  const often = [...grouped(runs, (run) => run.job_id).values()].filter((some) => some.length > most);
  const ids = new Set(often.map((some) => some[0]!.job_id));
  return { single: runs.filter((run) => !ids.has(run.job_id)), often };
}

function Line({ run, job }: { run: Run; job?: Job }) {
  return (
    <li className="flex items-baseline gap-3">
      <span className="tabular w-16 shrink-0 font-mono text-xs text-muted">{clockOf(Date.parse(run.due_at))}</span>
      <Link to="/jobs/$job" params={{ job: job?.name ?? run.job_id }} className="min-w-0 flex-1 truncate rounded hover:underline">{job?.name ?? run.job_id}</Link>
      <span className="text-xs text-muted"><Time at={run.due_at} zone={job?.timezone} /></span>
    </li>
  );
}

function Often({ runs, job, many }: { runs: Run[]; job?: Job; many?: number }) {
  const [first, last] = [Date.parse(runs[0]!.due_at), Date.parse(runs.at(-1)!.due_at)];
  const name = job?.name ?? runs[0]!.job_id;
  const every = Math.max(1_000, Math.round((last - first) / Math.max(1, runs.length - 1) / 1_000) * 1_000);
  return (
    <li>
      <Link to="/jobs/$job" params={{ job: name }} className="rounded font-medium text-text hover:underline">{name}</Link>{" "}
      {many ? `${many} times from ${clockOf(first)} to ${clockOf(last)}` : `about every ${duration(every)}`}
    </li>
  );
}
