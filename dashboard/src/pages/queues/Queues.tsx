import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { handlers, queues } from "~/api/queries";
import type { Handler, Queue } from "~/api/types";
import { count, duration } from "~/time/format";
import { Empty, Failed, Loading } from "~/ui/Empty";
import { PageHead, Panel } from "~/ui/Panel";
import { Status } from "~/ui/Status";
import { Time } from "~/ui/Time";

export default function Queues() {
  const asked = useQuery({ ...queues(), refetchInterval: 10_000 });
  const known = useQuery({ ...handlers(), refetchInterval: 20_000 });
  return (
    <>
      <PageHead title="Queues" hint="What waits where, who could run it, and how handlers do" />
      <div className="space-y-4">
        {asked.isPending ? <Loading rows={4} /> : asked.isError ? <Failed fault={asked.error} retry={() => void asked.refetch()} what="the queues" /> : asked.data.items.length ? (
          <div className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">{asked.data.items.map((queue) => <Card key={queue.queue} queue={queue} />)}</div>
        ) : <Panel><Empty icon="queues" title="No queue is known yet">A queue is there as soon as a worker serves it or a job names it. Without a name it is <code className="font-mono text-xs">default</code>.</Empty></Panel>}
        <Panel flush title="Handlers" hint="as workers report them">
          {known.isPending ? <Loading rows={4} /> : known.isError ? <Failed fault={known.error} what="the handlers" /> : known.data.items.length ? <Handlers rows={known.data.items} /> : <Empty icon="terminal" title="No worker has registered a handler" command="tickwheel worker billing:app" />}
        </Panel>
      </div>
    </>
  );
}

function Card({ queue }: { queue: Queue }) {
  const waiting = queue.pending + queue.queued;
  const stuck = waiting > 0 && queue.workers === 0;
  const figures: [string, number, string | string[]][] = [
    ["Waiting", waiting, ["PENDING", "QUEUED"]], ["Running", queue.running, "RUNNING"], ["To be retried", queue.pending_retry, "PENDING_RETRY"],
  ];
  return (
    <Panel title={queue.queue} hint={`${queue.workers} ${queue.workers === 1 ? "worker" : "workers"}`}>
      <dl className="grid grid-cols-3 gap-3">
        {figures.map(([name, n, status]) => (
          <div key={name}>
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="tabular text-xl font-semibold"><Link to="/executions" search={{ queue: queue.queue, status } as never} className="rounded hover:underline">{count(n)}</Link></dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 flex justify-between text-xs text-muted"><span>{queue.busy_slots} of {queue.slots} slots busy</span><span>{queue.oldest_due_at ? <>oldest due <Time at={queue.oldest_due_at} /></> : "nothing waits"}</span></p>
      <span aria-hidden="true" className="mt-1.5 block h-1.5 overflow-hidden rounded-full bg-line"><span className="block h-full bg-run-solid" style={{ width: `${queue.slots ? (queue.busy_slots / queue.slots) * 100 : 0}%` }} /></span>
      {stuck && <p role="alert" className="mt-3 rounded-md bg-bad-tint px-3 py-2 text-bad">Nobody serves this queue: start a worker with TICKWHEEL_WORKER_QUEUE={queue.queue}.</p>}
    </Panel>
  );
}

const GRID = "grid grid-cols-[minmax(0,1fr)_6rem] gap-x-4 gap-y-1 md:grid-cols-[minmax(10rem,2fr)_5.5rem_6rem_8rem_7rem_7rem]";

function Handlers({ rows }: { rows: Handler[] }) {
  return (
    <div role="table" aria-label="handlers">
      <div role="rowgroup" className="hidden border-b px-4 text-xs text-muted md:block">
        <div role="row" className={`${GRID} h-9 items-center font-medium`}>{["Handler", "Workers", "Breaker", "Failed", "Mean", "p95"].map((name) => <span key={name} role="columnheader">{name}</span>)}</div>
      </div>
      <div role="rowgroup" className="divide-y">
        {rows.map((row) => (
          <div key={row.handler} role="row" className={`${GRID} items-center px-4 py-2 hover:bg-hover`}>
            <div role="cell" className="min-w-0"><Link to="/jobs" search={{ handler: row.handler } as never} className="rounded font-mono text-xs font-medium hover:underline">{row.handler}</Link><p className="truncate text-xs text-muted">{row.kind} · {row.description}</p></div>
            <div role="cell" className={`tabular max-md:text-right ${row.live_workers ? "" : "text-bad"}`}>{row.live_workers || "none"}<span className="md:hidden"> {row.live_workers === 1 ? "worker" : "workers"}</span></div>
            <div role="cell">{row.breaker ? <Status status={row.breaker} /> : <span className="text-faint">quiet</span>}</div>
            <div role="cell" className="tabular text-xs max-md:text-right">{row.calls ? `${row.failures} of ${row.calls} calls` : "–"}{row.retry_at && <span className="block text-muted">again <Time at={row.retry_at} /></span>}</div>
            <div role="cell" className="tabular max-md:hidden">{row.calls && row.mean_duration_ms !== null ? duration(row.mean_duration_ms) : "–"}</div>
            <div role="cell" className="tabular max-md:hidden">{row.calls && row.p95_duration_ms !== null ? duration(row.p95_duration_ms) : "–"}</div>
          </div>
        ))}
      </div>
    </div>
  );
}
