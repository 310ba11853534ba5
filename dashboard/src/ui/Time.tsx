import { absolute, compact, duration, relative, viewerZone } from "~/time/format";
import { SECOND, STILL, useNow } from "~/time/now";
import { useTimeStyle } from "~/time/preference";

interface Props {
  at: string | number | null | undefined;
  /** The job's own zone, told besides the viewer's. */
  zone?: string;
  none?: string;
  /** Both forms side by side, for detail pages. */
  both?: boolean;
}

/** An instant: relative or absolute as the viewer likes, with everything else on hover. */
export function Time({ at, zone, none = "–", both = false }: Props) {
  const style = useTimeStyle();
  const atMs = at === null || at === undefined ? 0 : typeof at === "number" ? at : Date.parse(at);
  const tick = useNow(stepMs(atMs));
  // What came a moment ago is not ahead of us, though the page's clock has not ticked since.
  const now = atMs > tick && atMs <= Date.now() ? atMs : tick;
  if (!atMs) return <span className="whitespace-nowrap text-faint">{none}</span>;
  const shown = style === "relative" ? relative(atMs, now) : compact(atMs, now);
  return (
    <time dateTime={new Date(atMs).toISOString()} onMouseEnter={(event) => (event.currentTarget.title = everyWay(atMs, zone))} className={`tabular ${both ? "" : "whitespace-nowrap"}`}>
      {both ? <>{relative(atMs, now)}<span className="block text-xs text-muted">{absolute(atMs)}</span><InZone atMs={atMs} zone={zone} /></> : shown}
    </time>
  );
}

function InZone({ atMs, zone }: { atMs: number; zone?: string }) {
  if (!zone || absolute(atMs, zone) === absolute(atMs)) return null;
  return <span className="block text-xs text-muted">{absolute(atMs, zone)} {zone}</span>;
}

/** How often the words for it change. */
function stepMs(atMs: number): number {
  const distance = Math.abs(atMs - Date.now());
  return distance < 90_000 ? SECOND : distance < 3_600_000 ? 15_000 : 60_000;
}

/** Made when it is pointed at: a list of times would make hundreds of them for nobody. */
function everyWay(atMs: number, zone?: string): string {
  const zones = [...new Set([viewerZone(), zone, "UTC"])].filter((one): one is string => Boolean(one));
  return [relative(atMs, Date.now()), ...zones.map((one) => `${absolute(atMs, one)}  ${one}`)].join("\n");
}

/** From start to end, or until now while it runs. */
export function Took({ from, to, none = "–" }: { from: string | null; to: string | null; none?: string }) {
  const now = useNow(to ? STILL : SECOND);
  if (!from || (!to && Date.parse(from) > now)) return <span className="text-faint">{none}</span>;
  const ms = (to ? Date.parse(to) : now) - Date.parse(from);
  return <span className="tabular whitespace-nowrap">{duration(Math.max(0, ms))}</span>;
}
