import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Summary } from "~/api/types";
import { instantOf } from "~/ui/filters";
import { count } from "~/time/format";
import type { Tone } from "~/ui/Status";

const TEXT: Record<Tone, string> = { ok: "text-ok", bad: "text-bad", warn: "text-warn", run: "text-run", idle: "text-text" };

/** The figures that one looks at first; each is a link to what it counts. */
export function Tiles({ summary }: { summary: Summary }) {
  const { last_hour: hour, workers } = summary;
  const ended = hour.completed + hour.failed;
  const since = instantOf("1h", Date.now());
  const rate = ended ? (hour.failed / ended) * 100 : 0;
  return (
    <div className="grid grid-cols-2 overflow-hidden rounded-lg border bg-line shadow-card gap-px sm:grid-cols-3 xl:grid-cols-6">
      <Tile label="Waiting" to="/executions" search={{ status: ["PENDING", "QUEUED"] }} value={count(summary.queue_depth)} note={`${count(summary.executions.PENDING_RETRY ?? 0)} to be retried`} />
      <Tile label="Running" to="/executions" search={{ status: "RUNNING" }} value={count(summary.running)} tone={summary.running ? "run" : "idle"} note={paused(summary.jobs.PAUSED ?? 0)} />
      <Tile label="Completed, last hour" to="/executions" search={{ status: "COMPLETED", since }} value={count(hour.completed)} note={`${perMinute(hour.completed)} a minute`} />
      <Tile label="Failed, last hour" to="/executions" search={{ status: "FAILED", since }} value={count(hour.failed)} tone={hour.failed ? "bad" : "idle"} note={`${rate.toFixed(rate < 10 ? 1 : 0)} % of what ended`} />
      <Tile label="Dead letters" to="/dead-letters" value={count(summary.dead_letters)} tone={summary.dead_letters ? "bad" : "idle"} note={summary.dead_letters ? "wait for a decision" : "nothing to decide"} />
      <Tile
        label="Workers"
        to="/workers"
        value={count(workers.live)}
        tone={workers.live ? "idle" : "bad"}
        note={workers.live ? `${workers.busy_slots} of ${workers.slots} slots busy` : "nobody to run anything"}
        bar={workers.slots ? workers.busy_slots / workers.slots : 0}
      />
    </div>
  );
}

const paused = (n: number) => (n === 1 ? "1 job is paused" : `${count(n)} jobs are paused`);
const perMinute = (n: number) => (n / 60).toFixed(n < 600 ? 1 : 0);

function Tile({ label, value, note, to, search, tone = "idle", bar }: {
  label: string; value: string; note: ReactNode; to: string; search?: Record<string, unknown>; tone?: Tone; bar?: number;
}) {
  return (
    <Link to={to} search={search as never} className="group block bg-surface px-4 py-3 hover:bg-hover focus-visible:z-10">
      <p className="text-xs text-muted">{label}</p>
      <p className={`tabular mt-1 text-2xl leading-8 font-semibold tracking-tight ${TEXT[tone]}`}>{value}</p>
      <p className="mt-0.5 truncate text-xs text-muted">{note}</p>
      {bar !== undefined && <span aria-hidden="true" className="mt-1.5 block h-1 overflow-hidden rounded bg-sunken"><span className="block h-full bg-run-solid" style={{ width: `${bar * 100}%` }} /></span>}
    </Link>
  );
}
