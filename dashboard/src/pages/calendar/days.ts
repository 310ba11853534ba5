/** Days and hours of a zone. Pure: now and zone are arguments. */
import { grouped } from "~/api/grouped";

export interface Cell {
  completed: number;
  failed: number;
  other: number;
  live: number;
  planned: number;
}

export const EMPTY: Cell = { completed: 0, failed: 0, other: 0, live: 0, planned: 0 };

const made = new Map<string, Intl.DateTimeFormat>();

/** `2026-01-31` and the hour by the clocks of the zone. */
export function placeOf(atMs: number, zone: string): { day: string; hour: number } {
  let format = made.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", hourCycle: "h23" });
    made.set(zone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
  return { day: `${parts.year}-${parts.month}-${parts.day}`, hour: Number(parts.hour) };
}

const HOUR_MS = 3_600_000;

interface Planned {
  items: { job_id: string; due_at: string }[];
  jobs: { job_id: string; has_more: boolean }[];
}

/**
 * How many runs each hour has, by its beginning. Of a job that runs all the time only the first runs are told: it is taken to
 * go on as often as it did in those, or its later hours would look empty.
 */
export function plannedByHour({ items, jobs }: Planned, untilMs: number): Map<number, number> {
  const found = new Map<number, number>();
  const add = (atMs: number, n: number) => {
    const hour = Math.floor(atMs / HOUR_MS) * HOUR_MS;
    found.set(hour, (found.get(hour) ?? 0) + n);
  };
  const due = grouped(items.map((run) => ({ id: run.job_id, at: Date.parse(run.due_at) })), (run) => run.id);
  for (const runs of due.values()) for (const run of runs) add(run.at, 1);
  for (const job of jobs) {
    const runs = due.get(job.job_id) ?? [];
    const [first, last] = [runs[0]?.at ?? 0, runs.at(-1)?.at ?? 0];
    if (!job.has_more || last <= first) continue;
    const perMs = (runs.length - 1) / (last - first);
    for (let from = last; from < untilMs; ) {
      const to = Math.min(untilMs, (Math.floor(from / HOUR_MS) + 1) * HOUR_MS);
      add(from, (to - from) * perMs);
      from = to;
    }
  }
  return new Map([...found].map(([hour, n]) => [hour, Math.max(1, Math.round(n))]));
}

/** The days from some before today to some after it, as the zone counts them. */
export function daysAround(nowMs: number, zone: string, before: number, after: number): string[] {
  const today = Date.parse(`${placeOf(nowMs, zone).day}T00:00:00Z`);
  return Array.from({ length: before + after + 1 }, (_, index) => new Date(today + (index - before) * 86_400_000).toISOString().slice(0, 10));
}

export function dayTitle(day: string): { weekday: string; date: string; weekend: boolean } {
  const at = new Date(`${day}T12:00:00Z`);
  const weekday = at.toLocaleDateString("en-GB", { weekday: "short", timeZone: "UTC" });
  return { weekday, date: at.toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }), weekend: weekday === "Sat" || weekday === "Sun" };
}
