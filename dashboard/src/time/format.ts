/** Instants and durations as people read them. Pure: now and zone are arguments. */
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000_000], ["month", 2_592_000_000], ["day", 86_400_000], ["hour", 3_600_000], ["minute", 60_000], ["second", 1_000],
];
const SHORT: Record<string, string> = { year: "y", month: "mo", day: "d", hour: "h", minute: "min", second: "s" };

/** "in 3 min", "4 d ago", "now". */
export function relative(atMs: number, nowMs: number): string {
  const distance = Math.abs(atMs - nowMs);
  const [unit, size] = UNITS.find(([, ms]) => distance >= ms) ?? ["second", 1_000];
  const count = Math.floor(distance / size);
  if (count === 0) return "now";
  const text = `${count} ${SHORT[unit]}`;
  return atMs > nowMs ? `in ${text}` : `${text} ago`;
}

const made = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone}|${JSON.stringify(options)}`;
  let found = made.get(key);
  if (!found) {
    try {
      found = new Intl.DateTimeFormat("en-GB", { ...options, timeZone: zone });
    } catch {
      found = new Intl.DateTimeFormat("en-GB", options); // a zone that this browser does not know
    }
    made.set(key, found);
  }
  return found;
}

const FULL = { year: "numeric", month: "short", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
const CLOCK = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
const DAY = { month: "short", day: "numeric" } as const;

/** "18 Nov 2026, 14:03:07", in the zone, or in the viewer's. */
export const absolute = (atMs: number, zone?: string): string => formatter(zone, FULL).format(atMs);
export const clockOf = (atMs: number, zone?: string): string => formatter(zone, CLOCK).format(atMs);
export const dayOf = (atMs: number, zone?: string): string => formatter(zone, { weekday: "short", ...DAY }).format(atMs);

/** The clock if it is today, the day and the clock if it is not. */
export function compact(atMs: number, nowMs: number, zone?: string): string {
  const day = formatter(zone, { ...DAY, year: "numeric" });
  const clock = formatter(zone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(atMs);
  if (day.format(atMs) === day.format(nowMs)) return clockOf(atMs, zone);
  return `${formatter(zone, DAY).format(atMs)}, ${clock}`;
}

/** "85 ms", "2.4 s", "3 min 20 s", "5 h 12 min". */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0).replace(/\.0$/, "")} s`;
  const steps: [number, string][] = [[86_400_000, "d"], [3_600_000, "h"], [60_000, "min"], [1_000, "s"]];
  const index = steps.findIndex(([size]) => ms >= size);
  const [size, word] = steps[index]!;
  const rest = steps[index + 1];
  const more = rest ? Math.floor((ms % size) / rest[0]) : 0;
  return `${Math.floor(ms / size)} ${word}${rest && more ? ` ${more} ${rest[1]}` : ""}`;
}

/** A duration of settings: whole, without loss where it is round: "5 min", "36 h", "1.5 s". */
export function settingMs(ms: number): string {
  if (!ms) return "0";
  for (const [size, word] of [[86_400_000, "d"], [3_600_000, "h"], [60_000, "min"], [1_000, "s"]] as const) {
    if (ms % size === 0) return `${ms / size} ${word}`;
  }
  return duration(ms);
}

export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** How much 12,345 is in the space of a badge. */
export function count(n: number): string {
  return n < 10_000 ? n.toLocaleString("en-US") : Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 }).format(n);
}
