/** Days and hours of a zone. Pure: now and zone are arguments. */
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
