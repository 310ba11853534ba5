/** One colour a meaning, for every status there is. The word is always shown: colour alone tells nothing. */
export type Tone = "ok" | "bad" | "warn" | "run" | "idle";

const TONES: Record<string, Tone> = {
  COMPLETED: "ok", ACTIVE: "ok", REDRIVEN: "ok", closed: "ok",
  FAILED: "bad", LOST: "bad", OPEN: "bad", open: "bad", TIMED_OUT: "bad",
  PENDING_RETRY: "warn", DRAINING: "warn", PAUSED: "warn", DEFERRED: "warn", half_open: "warn", RELEASED: "warn",
  RUNNING: "run", QUEUED: "run",
};
const WORDS: Record<string, string> = { PENDING_RETRY: "Retrying", half_open: "Half open" };

export const toneOf = (status: string | null | undefined): Tone => TONES[status ?? ""] ?? "idle";

export function wordOf(status: string): string {
  return WORDS[status] ?? status.charAt(0).toUpperCase() + status.slice(1).toLowerCase().replaceAll("_", " ");
}

const TINT: Record<Tone, string> = {
  ok: "bg-ok-tint text-ok", bad: "bg-bad-tint text-bad", warn: "bg-warn-tint text-warn", run: "bg-run-tint text-run",
  idle: "bg-idle-tint text-idle",
};
const SOLID: Record<Tone, string> = {
  ok: "bg-ok-solid", bad: "bg-bad-solid", warn: "bg-warn-solid", run: "bg-run-solid", idle: "bg-idle-solid",
};
export const solid = (status: string | null | undefined) => SOLID[toneOf(status)];
/** For canvases and SVG, which take no classes. */
export const solidVar = (status: string | null | undefined) => `var(--${toneOf(status)}-solid)`;

export function Dot({ status, className = "" }: { status: string | null | undefined; className?: string }) {
  const pulse = status === "RUNNING" ? "animate-pulse" : "";
  return <span aria-hidden="true" className={`inline-block size-2 shrink-0 rounded-full ${solid(status)} ${pulse} ${className}`} />;
}

export function Status({ status, word }: { status: string; word?: string }) {
  return (
    <span
      data-status={status}
      className={`inline-flex h-5 items-center gap-1.5 rounded-full px-2 text-2xs font-medium whitespace-nowrap ${TINT[toneOf(status)]}`}
    >
      <Dot status={status} className="size-1.5" />
      {word ?? wordOf(status)}
    </span>
  );
}

export function Pill({ tone = "idle", children }: { tone?: Tone; children: React.ReactNode }) {
  return <span className={`inline-flex h-5 items-center rounded px-1.5 text-2xs font-medium whitespace-nowrap ${TINT[tone]}`}>{children}</span>;
}
