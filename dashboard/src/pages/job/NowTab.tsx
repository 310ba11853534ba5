import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { executionList, rowsOf } from "~/api/lists";
import { nextRuns, skipped } from "~/api/queries";
import type { ExecutionRow, Job } from "~/api/types";
import { absolute } from "~/time/format";
import { SECOND, useNow } from "~/time/now";
import { Empty, Failed, Loading } from "~/ui/Empty";
import { Icon } from "~/ui/Icon";
import { Facts, Panel } from "~/ui/Panel";
import { Status } from "~/ui/Status";
import { Time, Took } from "~/ui/Time";
import { WhyPanel } from "../execution/WhyPanel";
import { isLive } from "../executions/deeds";
import { RunStatus } from "../executions/RunStatus";
import { RunStrip } from "./RunStrip";
import { Schedule } from "./Schedule";

/** What became due this moment is not held by anything yet. */
const GRACE_MS = 2_000;

export function NowTab({ job }: { job: Job }) {
  const runs = useInfiniteQuery(executionList({ job: job.name, sort: "-created_at" }, 60));
  const rows = rowsOf(runs.data);
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="space-y-4">
        <WhyNot job={job} rows={rows} />
        <Panel>
          <Facts columns="grid-cols-2 2xl:grid-cols-4" items={[
            ["Runs", <Schedule key="when" job={job} />],
            ["Next run", job.paused_at ? "paused" : <Time key="next" at={job.next_due_at} zone={job.timezone} both none="nothing is planned" />],
            ["Handler", <span key="handler" className="font-mono text-xs">{job.handler}</span>],
            ["Queue and priority", `${job.queue}, ${job.priority}`],
          ]} />
        </Panel>
        <Panel title="Last runs" hint="height is duration">
          {runs.isPending ? <Loading rows={2} /> : runs.isError ? <Failed fault={runs.error} what="the runs" /> : <RunStrip runs={rows} />}
        </Panel>
        <Panel flush title="Executions">
          {rows.length ? (
            <ul className="divide-y">
              {rows.slice(0, 10).map((run) => (
                <li key={run.execution_id} className="flex items-center gap-3 px-4 py-2 hover:bg-hover">
                  <Link to="/executions/$id" params={{ id: run.execution_id }} className="min-w-0 flex-1 truncate rounded font-medium hover:underline"><Time at={run.due_at} zone={job.timezone} /></Link>
                  <span className="hidden min-w-0 flex-2 truncate text-xs text-muted sm:block">{run.error_message ?? run.waiting_reason ?? run.origin.replace("_", " ")}</span>
                  <span className="w-16 text-right text-xs text-muted"><Took from={run.started_at} to={run.finished_at} none="" /></span>
                  <span className="flex w-24 justify-end"><RunStatus run={run} /></span>
                </li>
              ))}
            </ul>
          ) : <Empty icon="executions" title="It has not run yet" command={`tickwheel job trigger ${job.name}`}>Trigger it to see it work, or wait for its next due time.</Empty>}
        </Panel>
      </div>
      <div className="space-y-4">
        <NextRunsPanel job={job} />
        {job.depends_on.length > 0 && <Upstreams job={job} />}
        <SkippedPanel job={job} />
      </div>
    </div>
  );
}

/** The answer to "why is this not running?": the schedule is stopped, or what is due is held by something. */
function WhyNot({ job, rows }: { job: Job; rows: ExecutionRow[] }) {
  const now = useNow(SECOND);
  const waits = rows.findLast((run) => isLive(run) && run.status !== "RUNNING" && Date.parse(run.due_at) < now - GRACE_MS);
  if (waits) return <WhyPanel run={waits} />;
  if (!job.paused_at) return null;
  return (
    <section aria-label="Why it does not run" className="flex gap-3 rounded-lg border border-warn-solid/40 bg-warn-tint px-4 py-3">
      <Icon name="pause" className="mt-0.5 text-warn" />
      <div className="min-w-0">
        <h2 className="font-semibold text-warn">Why it does not run</h2>
        <p className="mt-0.5 break-words">Its schedule has been paused <Time at={job.paused_at} zone={job.timezone} />{job.pause_reason && <>: {job.pause_reason}</>}</p>
        <p className="mt-1 text-xs text-muted">Until it is resumed only a trigger runs it. <Link to="." search={{ tab: "history" } as never} className="rounded underline underline-offset-2">Who did it</Link></p>
      </div>
    </section>
  );
}

function NextRunsPanel({ job }: { job: Job }) {
  const asked = useQuery(nextRuns(job.name));
  const runs = asked.data?.items ?? [];
  return (
    <Panel flush title="Next runs" hint={job.timezone}>
      {asked.isPending ? <Loading rows={4} /> : asked.isError ? <Failed fault={asked.error} what="the next runs" /> : !runs.length ? (
        <p className="p-4 text-muted">{job.paused_at ? "The schedule is paused: nothing is planned until it is resumed." : "Nothing is planned. It runs when it is triggered, or when what it depends on completes."}</p>
      ) : (
        <ol className="divide-y">
          {runs.map((run) => (
            <li key={run.due_at} className="px-4 py-2">
              <div className="flex items-baseline justify-between gap-3">
                <span className="tabular">{absolute(Date.parse(run.due_at), job.timezone)}</span>
                <span className="text-xs text-muted"><Time at={run.due_at} zone={job.timezone} /></span>
              </div>
              {run.note && <p className="mt-0.5 text-xs text-warn">{run.note}</p>}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

function Upstreams({ job }: { job: Job }) {
  return (
    <Panel flush title="Waits for" hint={job.depends_on[0]?.mode === "any" ? "any of them" : "all of them"} actions={<Link to="/dependencies" search={{ job: job.name } as never} className="rounded text-xs font-medium text-accent hover:underline">Graph</Link>}>
      <ul className="divide-y">
        {job.depends_on.map((upstream) => (
          <li key={upstream.upstream_job_id} className="flex items-center justify-between gap-3 px-4 py-2">
            <Link to="/jobs/$job" params={{ job: upstream.name ?? upstream.upstream_job_id }} className="truncate rounded font-medium hover:underline">{upstream.name ?? upstream.upstream_job_id}</Link>
            {upstream.satisfied_at ? <span className="inline-flex items-center gap-2 text-xs text-muted"><Time at={upstream.satisfied_at} /><Status status="COMPLETED" /></span> : <Status status="PENDING" word="Awaited" />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function SkippedPanel({ job }: { job: Job }) {
  const rows = useQuery(skipped(job.name)).data?.items ?? [];
  if (!rows.length) return null;
  return (
    <Panel flush title="Did not run" hint="each with its reason">
      <ul className="thin-scroll max-h-72 divide-y overflow-y-auto" tabIndex={0} aria-label="Due times that did not run">
        {rows.map((row) => (
          <li key={row.occurrence + row.skipped_at} className="px-4 py-2">
            <div className="flex justify-between gap-3"><Time at={row.due_at ?? row.skipped_at} zone={job.timezone} /><span className="tabular text-xs text-muted">{row.count > 1 ? `${row.count}${row.more ? "+" : ""} due times` : row.reason_code.replaceAll("_", " ")}</span></div>
            <p className="text-xs text-muted">{row.reason}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
