/** Reads that see what the live stream has announced: they name the offset of the last event of their family. */
import { call, Problem, type Query } from "./http";

export type Family =
  | "summary" | "jobs" | "executions" | "dead-letters" | "workers" | "queues" | "handlers" | "calendar" | "timeline"
  | "dependencies" | "audit" | "accounts" | "operations";

const announced = new Map<Family, string>();
const WAITS = new Set<Family>(["jobs", "executions", "dead-letters"]);

/** While the projector is behind, waiting for it would only make every page slow: reads take what is there. */
const REST_MS = 20_000;
let behindUntil = 0;

export function announce(family: Family, token: string): void {
  if (token) announced.set(family, token);
}

export async function read<T>(family: Family, path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  const token = WAITS.has(family) && Date.now() > behindUntil ? announced.get(family) : undefined;
  if (!token) return call<T>(path, { query, signal });
  try {
    return await call<T>(path, { query: { ...query, min_offset: token }, signal });
  } catch (fault) {
    // Old figures are better than none while the projector is behind, or when a path takes no offset.
    announced.delete(family);
    if (fault instanceof Problem && fault.code === "projection_behind") behindUntil = Date.now() + REST_MS;
    if (fault instanceof Problem && (fault.code === "projection_behind" || fault.status === 422)) {
      return call<T>(path, { query, signal });
    }
    throw fault;
  }
}
