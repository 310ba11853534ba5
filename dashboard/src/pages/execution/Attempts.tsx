import type { Attempt, Execution } from "~/api/types";
import { duration } from "~/time/format";
import { useNow } from "~/time/now";
import { Id } from "~/ui/Copy";
import { Panel } from "~/ui/Panel";
import { solid, Status } from "~/ui/Status";
import { Time } from "~/ui/Time";

/** Each attempt on one line of time: waiting pale, running solid. */
export function Attempts({ run }: { run: Execution }) {
  const now = useNow();
  const begin = Math.min(Date.parse(run.due_at), ...run.attempts.map((one) => Date.parse(one.dispatched_at ?? one.started_at ?? run.due_at)));
  const end = Math.max(begin + 1, run.finished_at ? Date.parse(run.finished_at) : now);
  return (
    <Panel flush title="Attempts" hint={`from due to ${run.finished_at ? "the end" : "now"}: ${duration(Math.max(0, end - Date.parse(run.due_at)))}`}>
      {run.attempts.length ? (
        <ol className="divide-y">{run.attempts.map((attempt) => <Line key={attempt.attempt} attempt={attempt} begin={begin} end={end} now={now} />)}</ol>
      ) : <p className="p-4 text-muted">{run.finished_at ? "It never reached a worker." : "No worker has got it yet."}</p>}
    </Panel>
  );
}

function Line({ attempt, begin, end, now }: { attempt: Attempt; begin: number; end: number; now: number }) {
  const started = attempt.started_at ? Date.parse(attempt.started_at) : null;
  const ended = attempt.finished_at ? Date.parse(attempt.finished_at) : Math.max(started ?? now, now);
  const at = (ms: number) => `${Math.min(100, Math.max(0, ((ms - begin) / (end - begin)) * 100))}%`;
  const size = (from: number, to: number) => `${Math.max(0.6, Math.min(100, ((to - from) / (end - begin)) * 100))}%`;
  const sent = attempt.dispatched_at ? Date.parse(attempt.dispatched_at) : null;
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">Attempt {attempt.attempt}</span>
        <Status status={attempt.status} />
        {attempt.worker_id && <span className="text-xs text-muted">worker <Id id={attempt.worker_id} /></span>}
        <span className="flex-1" />
        <span className="tabular text-xs text-muted">{started && started <= now ? <>{duration(Math.max(0, ended - started))} · <Time at={attempt.started_at} /></> : <>starts <Time at={attempt.started_at ?? attempt.not_before} /></>}</span>
      </div>
      <div aria-hidden="true" className="relative mt-2 h-2 rounded-full bg-sunken">
        {sent !== null && started !== null && <span className="absolute h-full rounded-full bg-idle-solid/40" style={{ left: at(sent), width: size(sent, started) }} />}
        {started !== null && started <= now && <span className={`absolute h-full rounded-full ${solid(attempt.status)}`} style={{ left: at(started), width: size(started, ended) }} />}
      </div>
      {attempt.error_message && <p className="mt-2 text-xs break-words text-bad">{attempt.error_class && <span className="font-mono" title={attempt.error_class}>{attempt.error_class.split(".").at(-1)}: </span>}{attempt.error_message}</p>}
      {attempt.traceback && (
        <details className="mt-1 text-xs">
          <summary className="text-muted hover:text-text">Where it happened</summary>
          <pre tabIndex={0} role="region" aria-label="Traceback" className="thin-scroll mt-1 max-h-80 overflow-auto rounded-md border bg-sunken p-3 font-mono leading-5">{attempt.traceback}</pre>
        </details>
      )}
    </li>
  );
}
