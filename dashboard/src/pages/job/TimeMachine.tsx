import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { history } from "~/api/queries";
import type { Job } from "~/api/types";
import { absolute, relative } from "~/time/format";
import { IconButton } from "~/ui/Button";
import { Copyable } from "~/ui/Copy";
import { Empty, Failed, Loading } from "~/ui/Empty";
import { Facts, Panel } from "~/ui/Panel";
import { Pill, solid, Status } from "~/ui/Status";
import { useParam } from "~/ui/useParam";
import { DefinitionPanels } from "./DefinitionTab";
import { differences } from "./definition";
import { Diff } from "./Diff";
import { detail, toneOfEvent, words } from "./events";
import { foldAll, stepAt, type Stood } from "./machine";

/** A slider over everything that ever happened to the job: how it stood then, what differed, and who did it. */
export function TimeMachine({ job }: { job: Job }) {
  const asked = useQuery({ ...history(job.name), staleTime: Infinity });
  const stood = useMemo(() => foldAll(asked.data?.items ?? []), [asked.data]);
  const [event, setEvent] = useParam<string>("event", "");
  const [instant] = useParam<string>("at", "");
  if (asked.isPending) return <Loading rows={6} />;
  if (asked.isError) return <Failed fault={asked.error} retry={() => void asked.refetch()} what="the log" />;
  if (!stood.length) return <Empty icon="history" title="The log holds nothing of this job any more" />;
  const step = stepOf(stood, event, instant);
  const then = stood[step]!;
  return (
    <div className="space-y-4">
      <Panel>
        <Slider stood={stood} step={step} onStep={(next) => setEvent(String(stood[next]!.event.sequence))} />
        {!asked.data.complete && <p className="mt-2 text-xs text-warn">The newest {stood.length.toLocaleString("en-US")} events; the slider begins there.</p>}
      </Panel>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="space-y-4">
          <Panel title="As it stood then">
            <Facts items={[
              ["Status", <Status key="status" status={then.status} />],
              ["Version", then.version || "before the slider begins"],
              ["Event", `${then.event.sequence} of its history`],
              ["When", <span key="at">{absolute(then.event.at_ms)}</span>],
            ]} />
          </Panel>
          {then.definition ? <DefinitionPanels definition={then.definition} /> : <Panel><p className="text-muted">Its definition of then is further back in the log.</p></Panel>}
        </div>
        <div className="space-y-4">
          <What then={then} />
          <Compared then={then} last={stood.at(-1)!} />
          <Panel title="The same from a terminal"><Copyable text={`tickwheel job history ${job.name} --at ${new Date(then.event.at_ms).toISOString()}`} /></Panel>
        </div>
      </div>
    </div>
  );
}

/** By the address: an event's number, or an instant such as that of a run; the newest without. */
function stepOf(stood: Stood[], event: string, instant: string): number {
  const last = stood.length - 1;
  if (event) return Math.max(0, stood.findLastIndex((one) => one.event.sequence <= Number(event)));
  const at = instant ? stepAt(stood, Date.parse(instant)) : last;
  return Number.isNaN(at) ? last : Math.max(0, at);
}

function Slider({ stood, step, onStep }: { stood: Stood[]; step: number; onStep: (step: number) => void }) {
  const then = stood[step]!;
  const turns = useMemo(() => stood.map((one, index) => ({ one, index })).filter(({ one }) => !one.event.execution_id), [stood]);
  const jump = (way: 1 | -1) => {
    const next = way > 0 ? turns.find(({ index }) => index > step) : turns.findLast(({ index }) => index < step);
    if (next) onStep(next.index);
  };
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <p className="tabular font-medium">{absolute(then.event.at_ms)} <span className="font-normal text-muted">{relative(then.event.at_ms, Date.now())}</span></p>
        <div className="flex items-center gap-1 text-xs text-muted">
          <IconButton label="Previous change of the job" icon="chevron" className="rotate-180" onClick={() => jump(-1)} />
          changes
          <IconButton label="Next change of the job" icon="chevron" onClick={() => jump(1)} />
        </div>
      </div>
      <div aria-hidden="true" className="relative mx-2 h-4">
        {turns.map(({ one, index }) => <span key={index} className={`absolute top-0 h-3 w-0.75 rounded-full ${solid(one.status)}`} style={{ left: `${(index / Math.max(1, stood.length - 1)) * 100}%` }} title={words(one.event.type)} />)}
      </div>
      <input type="range" aria-label="Event of the job's history" aria-valuetext={`${words(then.event.type)}, ${absolute(then.event.at_ms)}`} min={0} max={stood.length - 1} value={step} onChange={(event) => onStep(Number(event.target.value))} className="w-full accent-accent" />
      <p className="tabular mt-1 flex justify-between text-xs text-muted"><span>{absolute(stood[0]!.event.at_ms)}</span><span>event {step + 1} of {stood.length}</span><span>now</span></p>
    </div>
  );
}

function What({ then: { event } }: { then: Stood }) {
  return (
    <Panel title="What happened">
      <p className="flex flex-wrap items-center gap-2"><Pill tone={toneOfEvent(event.type)}>{words(event.type)}</Pill><span className="min-w-0 break-words text-muted">{detail(event)}</span></p>
      <p className="mt-2 text-muted">{event.actor ? <>Asked for by <span className="font-medium text-text">{event.actor}</span></> : "Nobody asked for it: a timer, a worker or another job led to it."}</p>
      {event.execution_id && <p className="mt-1"><Link to="/executions/$id" params={{ id: event.execution_id }} className="rounded text-accent hover:underline">The execution it is about</Link></p>}
    </Panel>
  );
}

function Compared({ then, last }: { then: Stood; last: Stood }) {
  const rows = differences(then.definition, last.definition);
  return (
    <Panel title="Since then" hint={then.version === last.version ? "the same version as now" : `version ${then.version} to ${last.version}`}>
      {rows.length ? <Diff rows={rows} /> : <p className="text-muted">Its definition has not changed since.</p>}
    </Panel>
  );
}
