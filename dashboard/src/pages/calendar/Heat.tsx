import { useEffect, useMemo, useRef, type KeyboardEvent } from "react";
import { Link } from "@tanstack/react-router";
import { dayTitle, EMPTY, type Cell } from "./days";

export interface Place {
  day: string;
  hour: number;
}

interface Props {
  days: string[];
  cells: Map<string, Cell>;
  today: Place;
  chosen?: Place;
  onChoose: (place: Place | undefined) => void;
  /** What the calendar is of: the lists that it leads to are of the same. */
  filters: Record<string, string>;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const ended = (cell: Cell) => cell.completed + cell.failed + cell.other;

/** A day a line, an hour a cell: the stronger the more, red from below by the share that failed, outlined where it is still to come. */
export function Heat({ days, cells, today, chosen, onChoose, filters }: Props) {
  const most = useMemo(() => Math.max(1, ...[...cells.values()].map((cell) => Math.max(ended(cell), cell.planned))), [cells]);
  const scroller = useRef<HTMLDivElement>(null);
  // On a phone half of the day does not fit: begin with the hours around now.
  useEffect(() => {
    const box = scroller.current;
    if (box) box.scrollLeft = (today.hour / 24) * box.scrollWidth - box.clientWidth / 2;
  }, [today.hour]);
  return (
    <div className="p-4">
      <div ref={scroller} className="thin-scroll relative overflow-x-auto" tabIndex={0} role="region" aria-label="Heat map">
        <table className="w-full min-w-[52rem] table-fixed border-separate border-spacing-[3px] text-xs">
          <thead>
            <tr><td className="sticky left-0 z-10 w-24 bg-surface" />{HOURS.map((hour) => <th key={hour} scope="col" className="tabular pb-1 text-2xs font-normal text-muted">{hour % 3 === 0 ? `${String(hour).padStart(2, "0")}:00` : <span className="sr-only">{hour}:00</span>}</th>)}</tr>
          </thead>
          <tbody onKeyDown={walk}>
            {days.map((day) => <Day key={day} day={day} cells={cells} most={most} today={today} chosen={chosen} onChoose={onChoose} />)}
          </tbody>
        </table>
      </div>
      <Legend />
      {chosen && <Chosen place={chosen} cell={cells.get(`${chosen.day} ${chosen.hour}`) ?? EMPTY} filters={filters} />}
    </div>
  );
}

function Day({ day, cells, most, today, chosen, onChoose }: Omit<Props, "days" | "filters"> & { day: string; most: number }) {
  const { weekday, date, weekend } = dayTitle(day);
  return (
    <tr>
      <th scope="row" className={`sticky left-0 z-10 bg-surface pr-2 text-right font-normal whitespace-nowrap ${day === today.day ? "font-semibold text-accent" : weekend ? "text-faint" : "text-muted"}`}>{weekday} {date}</th>
      {HOURS.map((hour) => {
        const cell = cells.get(`${day} ${hour}`) ?? EMPTY;
        const now = day === today.day && hour === today.hour;
        const mine = chosen?.day === day && chosen.hour === hour;
        return (
          <td key={hour} className="p-0">
            <button
              type="button"
              aria-label={`${weekday} ${date} ${hour}:00, ${inWords(cell)}`}
              aria-pressed={mine}
              tabIndex={now ? 0 : -1}
              title={`${weekday} ${date}, ${String(hour).padStart(2, "0")}:00\n${inWords(cell)}`}
              onClick={() => onChoose(mine ? undefined : { day, hour })}
              className={`block h-6 w-full rounded-[3px] ${now ? "outline-2 outline-offset-1 outline-accent" : ""} ${mine ? "ring-2 ring-text" : ""}`}
              style={paint(cell, most)}
            />
          </td>
        );
      })}
    </tr>
  );
}

/** Logarithmic, so that one run in an hour is seen beside ten thousand in another. */
const strength = (n: number, most: number) => (n ? 0.22 + 0.78 * (Math.log1p(n) / Math.log1p(most)) : 0);

function paint(cell: Cell, most: number): React.CSSProperties {
  const n = ended(cell);
  if (n) {
    const part = Math.round(strength(n, most) * 100);
    const share = cell.failed ? Math.max(18, Math.round((cell.failed / n) * 100)) : 0;
    const good = `color-mix(in oklab, var(--ok-solid) ${part}%, var(--sunken))`;
    return { background: share ? `linear-gradient(to top, var(--bad-solid) ${share}%, ${good} ${share}%)` : good };
  }
  if (cell.live) return { background: "var(--run-solid)" };
  if (cell.planned) {
    const part = Math.round(strength(cell.planned, most) * 60);
    return { background: `color-mix(in oklab, var(--run-solid) ${part}%, var(--sunken))`, border: "1px dashed var(--run-solid)" };
  }
  return { background: "var(--sunken)" };
}

const STEPS: Record<string, [number, number]> = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** Arrows go from cell to cell: Tab alone would take hundreds of steps through them. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const cell = (event.target as HTMLElement).closest("td");
  if (!step || !cell) return;
  event.preventDefault();
  const row = cell.parentElement as HTMLTableRowElement;
  const table = row.parentElement as HTMLTableSectionElement;
  table.rows[row.sectionRowIndex + step[0]]?.cells[cell.cellIndex + step[1]]?.querySelector("button")?.focus();
}

const instant = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;

function inWords(cell: Cell): string {
  const parts = [
    cell.completed && `${cell.completed.toLocaleString("en-US")} completed`, cell.failed && `${cell.failed.toLocaleString("en-US")} failed`,
    cell.other && `${cell.other.toLocaleString("en-US")} skipped or cancelled`, cell.live && `${cell.live} not ended`, cell.planned && `${cell.planned.toLocaleString("en-US")} planned`,
  ].filter(Boolean);
  return parts.join(", ") || "nothing";
}

function Legend() {
  const swatch = (style: React.CSSProperties) => <span aria-hidden="true" className="inline-block h-3 w-5 rounded-[3px]" style={style} />;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-1 text-xs text-muted">
      <span className="inline-flex items-center gap-1.5">{swatch({ background: "color-mix(in oklab, var(--ok-solid) 35%, var(--sunken))" })}{swatch({ background: "var(--ok-solid)" })} few, many completed</span>
      <span className="inline-flex items-center gap-1.5">{swatch({ background: "linear-gradient(to top, var(--bad-solid) 35%, var(--ok-solid) 35%)" })} a third failed</span>
      <span className="inline-flex items-center gap-1.5">{swatch({ background: "color-mix(in oklab, var(--run-solid) 30%, var(--sunken))", border: "1px dashed var(--run-solid)" })} still to come</span>
    </p>
  );
}

function Chosen({ place, cell, filters }: { place: Place; cell: Cell; filters: Record<string, string> }) {
  const from = new Date(`${place.day}T${String(place.hour).padStart(2, "0")}:00:00`);
  const search = { ...filters, due_since: instant(from.getTime()), due_until: instant(from.getTime() + 3_600_000) };
  return (
    <p role="status" className="mt-3 flex flex-wrap items-center gap-x-3 rounded-md bg-sunken px-3 py-2">
      <span className="font-medium">{dayTitle(place.day).date}, {String(place.hour).padStart(2, "0")}:00</span><span className="text-muted">{inWords(cell)}</span>
      {ended(cell) > 0 && <Link to="/executions" search={search as never} className="rounded text-accent hover:underline">Executions of this hour</Link>}
      {cell.failed > 0 && <Link to="/executions" search={{ ...search, status: "FAILED" } as never} className="rounded text-accent hover:underline">Those that failed</Link>}
    </p>
  );
}
