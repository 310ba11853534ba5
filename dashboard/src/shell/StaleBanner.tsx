import { live } from "~/live/stream";
import { useLiveStatus } from "~/live/useLive";
import { clockOf } from "~/time/format";
import { useNow } from "~/time/now";

/** Says that what is shown may be old, since when, and that somebody is at it. */
export function StaleBanner() {
  const { state, heardAt, retryAt } = useLiveStatus();
  const now = useNow();
  if (state !== "waiting" && !(state === "connecting" && heardAt && now - heardAt > 20_000)) return null;
  const left = Math.max(0, Math.ceil((retryAt - now) / 1_000));
  return (
    <div role="status" data-banner="stale" className="flex flex-wrap items-center gap-x-3 border-b bg-warn-tint px-5 py-1.5 text-warn">
      <strong className="font-semibold">Not live.</strong>
      <span>
        {heardAt ? `What you see is from ${clockOf(heardAt)}` : "The live stream has not begun"}; {state === "waiting" && left ? `next try in ${left} s` : "connecting …"}
      </span>
      <button type="button" className="rounded font-medium underline underline-offset-2" onClick={live.reconnect}>Try now</button>
    </div>
  );
}
