/** Attempts sorted into lanes; those that overlap lie below each other. Pure. */
import { grouped } from "~/api/grouped";
import type { TimelineAttempt } from "~/api/types";

export type LaneBy = "job" | "worker";

export interface Bar {
  attempt: TimelineAttempt;
  from: number;
  to: number;
  row: number;
}
export interface Lane {
  name: string;
  rows: number;
  bars: Bar[];
}

const MOST_ROWS = 6;

export function lanesOf(attempts: TimelineAttempt[], by: LaneBy, nowMs: number): Lane[] {
  const groups = grouped(attempts, (one) => (by === "job" ? one.job_name : (one.worker ?? one.worker_id ?? "no worker")));
  return [...groups].map(([name, some]) => lane(name, some, nowMs)).sort((a, b) => a.name.localeCompare(b.name));
}

function lane(name: string, attempts: TimelineAttempt[], nowMs: number): Lane {
  const ends: number[] = [];
  const bars = attempts
    .map((attempt) => ({ attempt, from: Date.parse(attempt.started_at), to: attempt.finished_at ? Date.parse(attempt.finished_at) : nowMs }))
    .sort((a, b) => a.from - b.from)
    .map((bar) => {
      const free = ends.findIndex((end) => end <= bar.from);
      const row = free >= 0 ? free : Math.min(ends.length, MOST_ROWS - 1);
      ends[row] = Math.max(ends[row] ?? 0, bar.to);
      return { ...bar, row };
    });
  return { name, rows: Math.max(1, ends.length), bars };
}

const STEPS_MS = [1, 5, 10, 30, 60, 300, 600, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400, 172_800].map((s) => s * 1_000);

/** Round instants for the axis, at most so many. */
export function ticks(since: number, until: number, most = 8): number[] {
  const step = STEPS_MS.find((ms) => (until - since) / ms <= most) ?? 604_800_000;
  const offset = new Date(since).getTimezoneOffset() * 60_000;
  const first = Math.ceil((since - offset) / step) * step + offset;
  return Array.from({ length: Math.max(0, Math.floor((until - first) / step) + 1) }, (_, index) => first + index * step);
}
