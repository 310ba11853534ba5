import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { drainWorker } from "~/api/actions";
import { workers } from "~/api/queries";
import type { Worker } from "~/api/types";
import { act } from "~/api/useAct";
import { useNow } from "~/time/now";
import { useMay } from "~/shell/session";
import { ActionMenu } from "~/ui/ActionMenu";
import { ask } from "~/ui/Confirm";
import { Id } from "~/ui/Copy";
import { Empty, Failed, Loading } from "~/ui/Empty";
import { Check } from "~/ui/Field";
import { PageHead, Panel } from "~/ui/Panel";
import { Status } from "~/ui/Status";
import { Time } from "~/ui/Time";
import { useParam } from "~/ui/useParam";

export default function Workers() {
  const [told, setTold] = useParam<"yes" | "no">("gone", "yes");
  const gone = told === "yes";
  // A lease ends without an event, and the others' heartbeats keep the interval from coming: the clock tells who is lost.
  const asked = useQuery({ ...workers(gone), refetchInterval: 4_000 });
  const now = useNow();
  const all = (asked.data?.items ?? []).map((worker) => judged(worker, now));
  const live = all.filter((worker) => worker.live);
  const slots = live.reduce((sum, worker) => sum + worker.slots, 0);
  const busy = live.reduce((sum, worker) => sum + worker.running, 0);
  return (
    <>
      <PageHead title="Workers" hint={asked.data && `${live.length} live, ${busy} of ${slots} slots busy`} actions={<Check label="Also those that are gone" checked={gone} onChange={(event) => setTold(event.target.checked ? "yes" : "no")} />} />
      <Panel flush>
        {asked.isPending ? <Loading rows={6} /> : asked.isError && !asked.data ? <Failed fault={asked.error} retry={() => void asked.refetch()} what="the workers" /> : all.length ? (
          <div role="table" aria-label="workers">
            <div role="rowgroup" className="hidden border-b px-4 text-xs text-muted md:block">
              <div role="row" className={`${GRID} h-9 items-center font-medium`}>
                {["Worker", "Status", "Slots", "Handlers", "Queue", "Seen", ""].map((name) => <span key={name} role="columnheader">{name || <span className="sr-only">Actions</span>}</span>)}
              </div>
            </div>
            <div role="rowgroup" className="divide-y">{all.map((worker) => <Row key={worker.worker_id} worker={worker} />)}</div>
          </div>
        ) : (
          <Empty icon="workers" title="There is no worker" command="tickwheel worker billing:app">A worker is a process that runs your handlers. Start one where your code is:</Empty>
        )}
      </Panel>
    </>
  );
}

const judged = (worker: Worker, now: number): Worker =>
  worker.live && now - Date.parse(worker.last_seen_at) > worker.lease_ms ? { ...worker, live: false, status: "LOST" } : worker;

const GRID = "grid grid-cols-[minmax(0,1fr)_auto_auto] gap-x-4 gap-y-1.5 max-md:gap-x-2 md:grid-cols-[minmax(12rem,1.6fr)_6rem_minmax(8rem,1fr)_minmax(8rem,1.4fr)_6rem_5rem_2rem]";

function Row({ worker }: { worker: Worker }) {
  const share = worker.slots ? Math.min(1, worker.running / worker.slots) : 0;
  return (
    <div role="row" className={`${GRID} items-center px-4 py-2.5 hover:bg-hover ${worker.live ? "" : "bg-sunken"}`}>
      <div role="cell" className="min-w-0">
        <p className="truncate font-medium">{worker.instance}</p>
        <p className="flex items-center gap-1.5 truncate text-xs text-muted"><Id id={worker.worker_id} />{worker.hostname} · {worker.version}</p>
      </div>
      <div role="cell"><Status status={worker.status} /></div>
      <div role="cell" className="min-w-0 max-md:col-start-1 max-md:row-start-2">
        <p className="tabular text-xs"><Link to="/executions" search={{ worker: worker.worker_id, status: "RUNNING" } as never} className="rounded hover:underline">{worker.running} of {worker.slots} busy</Link>{worker.held > worker.running && <span className="text-muted"> · {worker.held - worker.running} ready</span>}</p>
        <span aria-hidden="true" className="mt-1 block h-1.5 overflow-hidden rounded-full bg-line"><span className={`block h-full ${share > 0.9 ? "bg-warn-solid" : "bg-run-solid"}`} style={{ width: `${share * 100}%` }} /></span>
      </div>
      <div role="cell" className="min-w-0 truncate text-xs text-muted max-md:hidden" title={worker.handlers.join("\n")}>{worker.handlers.join(", ")}{Object.entries(worker.labels).map(([name, value]) => <span key={name} className="ml-1.5 rounded bg-sunken px-1">{name}={value}</span>)}</div>
      <div role="cell" className="truncate max-md:hidden">{worker.queue}</div>
      <div role="cell" className="text-xs text-muted max-md:col-span-2 max-md:col-start-2 max-md:row-start-2 max-md:text-right" title={worker.stop_reason ?? ""}><Time at={worker.stopped_at ?? worker.last_seen_at} /></div>
      <div role="cell" className="flex justify-end max-md:col-start-3 max-md:row-start-1"><RowMenu worker={worker} /></div>
    </div>
  );
}

function RowMenu({ worker }: { worker: Worker }) {
  const operates = useMay("operate");
  const action = drainWorker(worker.instance);
  const drain = () =>
    ask({
      title: `Drain ${worker.instance}?`,
      confirm: "Drain",
      action,
      danger: true,
      children: <p>It takes no new work, finishes what runs (at most five minutes), and stops.</p>,
      onConfirm: () => act(action, { done: `${worker.instance} is draining`, refresh: ["workers"] }).catch(() => {}),
    });
  if (!operates || !worker.live) return null;
  return <ActionMenu label={`Actions of ${worker.instance}`} deeds={[{ label: "Drain", icon: "drain", danger: true, disabled: worker.draining, action, run: drain }]} />;
}
