import { SECOND, STILL, useNow } from "~/time/now";
import { Status } from "~/ui/Status";

/** A worker that has claimed a run holds it until it is due: the log says RUNNING, but nothing runs yet. */
export function RunStatus({ run }: { run: { status: string; started_at: string | null } }) {
  const now = useNow(run.status === "RUNNING" ? SECOND : STILL);
  const held = run.status === "RUNNING" && run.started_at !== null && Date.parse(run.started_at) > now + 500;
  return <Status status={run.status} word={held ? "Ready" : undefined} />;
}
