import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { clockOf, dayOf, duration } from "~/time/format";
import { solidVar, wordOf } from "~/ui/Status";
import type { Bar, Lane } from "./lanes";
import { ticks } from "./lanes";

interface Props {
  lanes: Lane[];
  since: number;
  until: number;
  zoom: (factor: number, around?: number) => void;
  pan: (ms: number) => void;
  live: boolean;
}

const ROW_PX = 16;
const PAD_PX = 6;
const NARROW_PX = 640;

export function Lanes({ lanes, since, until, zoom, pan, live }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(800);
  const [drag, setDrag] = useState(0);
  const navigate = useNavigate();
  // On a phone a name stands above its lane: beside it, neither had room.
  const narrow = width < NARROW_PX;
  const name = narrow ? 0 : 176;
  const chart = Math.max(100, width - name);
  const x = (ms: number) => ((ms - since) / (until - since)) * chart;
  useEffect(() => {
    const element = box.current!;
    const watcher = new ResizeObserver(() => setWidth(element.clientWidth));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  useEffect(() => {
    const element = box.current!;
    // Only with Ctrl: the wheel alone must go on scrolling the page. React's own listener could not prevent the browser's zoom.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const at = since + ((event.clientX - element.getBoundingClientRect().left - name) / chart) * (until - since);
      zoom(event.deltaY > 0 ? 1.3 : 1 / 1.3, Math.min(until, Math.max(since, at)));
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  });
  const beginDrag = (event: React.PointerEvent) => {
    if (event.button !== 0 || (event.target as Element).closest("a")) return;
    const from = event.clientX;
    const target = event.currentTarget;
    target.setPointerCapture(event.pointerId);
    let moved = 0;
    const onMove = (next: Event) => {
      moved = (next as PointerEvent).clientX - from;
      setDrag(moved);
    };
    const onUp = () => {
      target.removeEventListener("pointermove", onMove);
      setDrag(0);
      if (Math.abs(moved) > 4) pan((-moved / chart) * (until - since));
    };
    target.addEventListener("pointermove", onMove);
    target.addEventListener("pointerup", onUp, { once: true });
  };
  const marks = ticks(since, until, Math.max(3, Math.floor(chart / 90)));
  const whole = until - since > 86_400_000;
  return (
    <div ref={box} className="overflow-hidden select-none">
      <div className="relative h-7 border-b text-2xs text-muted" style={{ marginLeft: name }} aria-hidden="true">
        {marks.map((at) => <span key={at} className="tabular absolute top-1.5 -translate-x-1/2" style={{ left: x(at) + drag }}>{whole ? dayOf(at) : clockOf(at)}</span>)}
      </div>
      <div className="cursor-grab touch-pan-y active:cursor-grabbing" onPointerDown={beginDrag} onKeyDown={(event) => {
        if (event.key === "ArrowLeft") pan(-(until - since) / 4);
        if (event.key === "ArrowRight") pan((until - since) / 4);
        if (event.key === "+") zoom(0.5);
        if (event.key === "-") zoom(2);
      }} tabIndex={0} role="group" aria-label="Timeline: arrows move, plus and minus zoom">
        {lanes.map((lane) => (
          <div key={lane.name} className={`relative border-b last:border-b-0 ${narrow ? "" : "flex"}`}>
            <div className={`z-10 shrink-0 truncate bg-surface px-3 text-xs ${narrow ? "pt-1.5" : "border-r py-1.5"}`} style={narrow ? undefined : { width: name }} title={lane.name}>{lane.name}</div>
            <svg width={chart} height={lane.rows * ROW_PX + PAD_PX * 2} className="block" role="list" aria-label={lane.name}>
              {marks.map((at) => <line key={at} x1={x(at) + drag} x2={x(at) + drag} y1={0} y2="100%" stroke="var(--line)" />)}
              {lane.bars.map((bar, index) => <Rect stop={index === lane.bars.length - 1} key={`${bar.attempt.execution_id}-${bar.attempt.attempt}`} bar={bar} left={x(bar.from) + drag} right={x(bar.to) + drag} open={() => void navigate({ to: "/executions/$id", params: { id: bar.attempt.execution_id } })} />)}
              {live && <line x1={chart - 0.5} x2={chart - 0.5} y1={0} y2="100%" stroke="var(--accent)" strokeWidth={1.5} />}
            </svg>
          </div>
        ))}
      </div>
    </div>
  );
}

const NEIGHBOURS: Record<string, "previousElementSibling" | "nextElementSibling"> = { ArrowLeft: "previousElementSibling", ArrowRight: "nextElementSibling" };

/** From bar to bar of a lane. Tab goes from lane to lane: there may be thousands of bars. */
function walk(event: React.KeyboardEvent): void {
  const way = NEIGHBOURS[event.key];
  if (!way) return;
  event.preventDefault();
  event.stopPropagation();
  event.currentTarget.closest("g")?.[way]?.querySelector<SVGAElement>("a")?.focus();
}

function Rect({ bar, left, right, stop, open }: { bar: Bar; left: number; right: number; stop: boolean; open: () => void }) {
  const { attempt } = bar;
  const late = bar.from - Date.parse(attempt.due_at);
  const text = `${attempt.job_name}, attempt ${attempt.attempt}: ${wordOf(attempt.status)}\nstarted ${clockOf(bar.from)}, took ${duration(Math.max(0, bar.to - bar.from))}${late > 1_000 ? `\n${duration(late)} after due` : ""}${attempt.error_class ? `\n${attempt.error_class}` : ""}`;
  return (
    <g role="listitem">
      <a href={`/executions/${attempt.execution_id}`} aria-label={text} tabIndex={stop ? 0 : -1} onKeyDown={walk} onClick={(event) => {
        if (event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        open();
      }}>
        <title>{text}</title>
        <rect x={left} y={PAD_PX + bar.row * ROW_PX + 1} width={Math.max(3, right - left)} height={ROW_PX - 3} rx={2.5} fill={solidVar(attempt.status)} className="opacity-90 hover:opacity-100" />
      </a>
    </g>
  );
}
