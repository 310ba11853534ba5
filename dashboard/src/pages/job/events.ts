/** Events of the journal as sentences. */
import type { JournalEvent } from "~/api/types";
import { duration } from "~/time/format";
import { toneOf, type Tone } from "~/ui/Status";

const TONES: Record<string, Tone> = {
  ExecutionCompleted: "ok", ExecutionFailed: "bad", AttemptFailed: "warn", AttemptLost: "bad", JobPaused: "warn", JobDeleted: "bad",
  AttemptClaimed: "run", ExecutionDispatched: "run", CommandRejected: "bad", ExecutionCancelled: "idle",
};
export const toneOfEvent = (type: string): Tone => TONES[type] ?? toneOf("");

export function words(type: string): string {
  const text = type.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function detail(event: JournalEvent, type = event.type): string {
  const text = (name: string) => String(event[name] ?? "");
  switch (type) {
    case "ExecutionCreated": return `${text("origin").replace("_", " ")}${text("waits_for") && text("waits_for") !== "time" ? `, waits for ${text("waits_for")}` : ""}`;
    case "ExecutionWaiting": case "AttemptReleased": case "AttemptDeferred": case "ExecutionCancelled": case "ExecutionSkipped": case "OccurrenceSkipped": case "RecallRequested": case "DeadLetterDismissed":
      return text("reason");
    case "JobPaused": return `${text("reason")}${event.automatic ? " (by itself)" : ""}`;
    case "ExecutionDispatched": case "AttemptClaimed": return `attempt ${event.attempt} to ${text("worker_id").slice(0, 8)}`;
    case "AttemptFailed": case "ExecutionFailed": return `${text("error_class").split(".").at(-1)}: ${text("error_message")}`;
    case "AttemptLost": return `worker ${text("worker_id").slice(0, 8)} was lost`;
    case "ExecutionCompleted": return `took ${duration(Math.max(0, Number(event.finished_at_ms) - Number(event.started_at_ms)))}`;
    case "JobCreated": case "JobUpdated": return `version ${text("version")}`;
    case "JobResumed": return `missed: ${text("missed")}`;
    case "CommandRejected": return text("message");
    case "WorkerHeartbeat": return `${text("instance")}: ${text("running")} of ${text("slots")} slots`;
    case "WorkerStopped": return text("reason");
    default: return "";
  }
}
