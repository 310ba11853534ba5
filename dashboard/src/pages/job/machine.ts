/** A job as it stood after each of its events: the fold of the journal, in the browser. */
import type { Definition, JobStatus, JournalEvent } from "~/api/types";

export interface Stood {
  event: JournalEvent;
  status: JobStatus;
  version: number;
  definition?: Definition;
}

export function foldAll(events: JournalEvent[]): Stood[] {
  const stood: Stood[] = [];
  let definition: Definition | undefined;
  let version = 0;
  for (const event of events) {
    if (event.definition) {
      definition = event.definition;
      version = Number(event.version ?? version);
    }
    stood.push({ event, status: event.job_status, version, definition });
  }
  return stood;
}

/** The last step at or before an instant; -1 if it did not exist yet. */
export function stepAt(stood: Stood[], atMs: number): number {
  let low = 0;
  let high = stood.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stood[middle]!.event.at_ms <= atMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
