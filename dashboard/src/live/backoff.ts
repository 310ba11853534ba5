const FIRST_MS = 400;
const CAP_MS = 15_000;

/** How long to wait after so many failures in a row; spread, so that a restarted API is not met by everybody at once. */
export function backoffMs(failures: number, chance = Math.random()): number {
  const full = Math.min(CAP_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return Math.round(full * (0.75 + chance * 0.5));
}
