import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import { jobList, rowsOf } from "~/api/lists";
import { live, type LiveEvent } from "~/live/stream";
import { useKeys } from "~/shell/keys";
import { clockOf } from "~/time/format";
import { Button } from "~/ui/Button";
import { Copyable } from "~/ui/Copy";
import { Empty } from "~/ui/Empty";
import { Choice, Input } from "~/ui/Field";
import { Json } from "~/ui/Json";
import { PageHead } from "~/ui/Panel";
import { Pill } from "~/ui/Status";
import { useParam } from "~/ui/useParam";
import { detail, toneOfEvent, words } from "../job/events";

type Kind = "all" | "jobs" | "executions" | "workers";
const KEPT = 1_000;

interface Line extends LiveEvent {
  number: number;
}

/** Events as they happen, the newest first. What came before the page was opened is in the log, not here. */
export default function LiveTail() {
  const [kind, setKind] = useParam<Kind>("kind", "all");
  const [text, setText] = useParam<string>("q", "");
  const [held, setHeld] = useState(false);
  const { lines, seen, clear } = useTail(held);
  const nameOf = useNames(lines);
  const [open, setOpen] = useState<number>();
  useKeys({ " ": () => setHeld((now) => !now) });
  const shown = useMemo(() => lines.filter((line) => kindOf(line) !== "workers" || kind === "workers").filter((line) => kind === "all" || kindOf(line) === kind).filter((line) => !text || `${nameOf(line)} ${told(line)}`.toLowerCase().includes(text.toLowerCase())).slice(0, 300), [lines, kind, text, nameOf]);
  return (
    <>
      <PageHead title="Live tail" hint="Events of the log as they happen" actions={<><Button icon={held ? "play" : "pause"} onClick={() => setHeld(!held)}>{held ? "Go on" : "Hold"}</Button><Button onClick={clear}>Clear</Button></>} />
      <section className="rounded-lg border bg-surface shadow-card">
        <div className="flex flex-wrap items-center gap-3 border-b p-3">
          <Choice label="Which events" value={kind} options={[["all", "All"], ["jobs", "Jobs"], ["executions", "Executions"], ["workers", "Heartbeats"]]} onChange={setKind} />
          <Input aria-label="Only lines with" value={text} onChange={(event) => setText(event.target.value)} placeholder="Only lines with …" className="max-w-72" />
          <span role="status" className="tabular ml-auto text-xs text-muted">{shown.length} of {seen.toLocaleString("en-US")} events{held && ", held"}</span>
        </div>
        {shown.length ? (
          <ol className="divide-y" aria-label="Events">
            {shown.map((line) => (
              <li key={line.number}>
                <button type="button" aria-expanded={open === line.number} onClick={() => setOpen(open === line.number ? undefined : line.number)} className="flex w-full flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-1.5 text-left hover:bg-hover">
                  <span className="tabular font-mono text-xs text-faint">{clockOf(line.receivedAt)}</span>
                  <Pill tone={toneOfEvent(line.type)}>{words(line.type)}</Pill>
                  <span className="font-medium">{nameOf(line)}</span>
                  <span className="min-w-0 flex-1 truncate text-xs text-muted">{detail(line.data, line.type)}</span>
                  {line.data.actor && <span className="text-xs">by {line.data.actor}</span>}
                </button>
                {open === line.number && (
                  <div className="space-y-2 px-4 pb-3">
                    <p className="flex gap-3 text-xs">
                      {line.data.job_id && <Link to="/jobs/$job" params={{ job: line.data.job_id }} className="rounded text-accent hover:underline">The job</Link>}
                      {line.data.execution_id && <Link to="/executions/$id" params={{ id: line.data.execution_id }} className="rounded text-accent hover:underline">The execution</Link>}
                    </p>
                    <Json label="event" value={line.data} />
                  </div>
                )}
              </li>
            ))}
          </ol>
        ) : (
          <Empty icon="live" title="Listening">Whatever happens from now on appears here. From a terminal:<span className="mt-3 block text-left"><Copyable text="tickwheel tail" /></span></Empty>
        )}
      </section>
    </>
  );
}

const MOST_JOBS = 500;

/** Most events say only the id of their job: names come from the list, and from events that tell them. */
function useNames(lines: Line[]): (line: LiveEvent) => string {
  const listed = useInfiniteQuery(jobList({ sort: "-created_at" }, MOST_JOBS)).data;
  return useMemo(() => {
    const names = new Map(rowsOf(listed).map((job) => [job.job_id, job.name]));
    for (const { data } of lines) if (data.job_id && ownName(data)) names.set(data.job_id, ownName(data)!);
    return ({ data }) => ownName(data) ?? names.get(data.job_id) ?? String(data.instance ?? data.job_id?.slice(0, 8) ?? "");
  }, [listed, lines]);
}

const ownName = (data: LiveEvent["data"]): string | undefined => (data.job_name ?? data.definition?.name) as string | undefined;

function kindOf(line: LiveEvent): Kind {
  if (line.type.startsWith("Worker")) return "workers";
  return line.type.startsWith("Job") ? "jobs" : "executions";
}

const told = (line: LiveEvent) => `${line.type} ${JSON.stringify(line.data)}`;

function useTail(held: boolean) {
  const [lines, setLines] = useState<Line[]>([]);
  const [seen, setSeen] = useState(0);
  const number = useRef(0);
  const holding = useRef(held);
  holding.current = held;
  useEffect(
    () =>
      live.listen((events) => {
        setSeen((before) => before + events.length);
        if (holding.current) return;
        const fresh = events.map((event) => ({ ...event, number: ++number.current })).reverse();
        setLines((before) => [...fresh, ...before].slice(0, KEPT));
      }),
    [],
  );
  return { lines, seen, clear: () => setLines([]) };
}
