/** What can be done with a job, from the list and from its page alike. */
import { useNavigate } from "@tanstack/react-router";
import { deleteJob, pauseJob, resumeJob, triggerJob } from "~/api/actions";
import { showJob } from "~/api/optimistic";
import type { JobRow } from "~/api/types";
import { act } from "~/api/useAct";
import { useMay } from "~/shell/session";
import type { Deed } from "~/ui/ActionMenu";
import { ask } from "~/ui/Confirm";

const quiet = () => {};

export function pause(job: JobRow): void {
  const now = new Date().toISOString();
  void act(pauseJob(job.name), {
    done: `Paused ${job.name}`,
    optimistic: () => showJob(job.name, { status: "PAUSED", paused_at: now, next_due_at: null }),
    refresh: ["jobs"],
  }).catch(quiet);
}

export function resume(job: JobRow, missed: "skip" | "latest" | "all" = "skip"): void {
  void act(resumeJob(job.name, missed), {
    done: `Resumed ${job.name}`,
    optimistic: () => showJob(job.name, { status: "SCHEDULED", paused_at: null, pause_reason: null }),
    refresh: ["jobs"],
  }).catch(quiet);
}

export function trigger(job: JobRow, payload?: unknown): Promise<unknown> {
  return act(triggerJob(job.name, payload), { done: `Triggered ${job.name}`, refresh: ["executions", "jobs"] }).catch(quiet);
}

export function remove(job: JobRow, after: () => void): void {
  ask({
    title: `Delete ${job.name}?`,
    confirm: "Delete",
    danger: true,
    action: deleteJob(job.name),
    children: <p>It will not run any more; what waits is called off. Its history stays, and so does its place in the log.</p>,
    onConfirm: () =>
      act(deleteJob(job.name), { done: `Deleted ${job.name}`, optimistic: () => showJob(job.name, { status: "DELETED", next_due_at: null }), refresh: ["jobs"] }).then(after, quiet),
  });
}

export function useJobDeeds(job: JobRow, afterDelete: () => void = quiet): { deeds: Deed[]; edit: () => void } {
  const manages = useMay("manage");
  const runs = useMay("run");
  const navigate = useNavigate();
  const paused = Boolean(job.paused_at);
  const gone = job.status === "DELETED";
  const deeds: Deed[] = [
    { label: "Trigger", icon: "play", action: triggerJob(job.name), disabled: !runs || gone, run: () => void trigger(job) },
    { label: "Pause", icon: "pause", action: pauseJob(job.name), disabled: !manages || gone || paused, run: () => pause(job) },
    { label: "Resume", icon: "play", action: resumeJob(job.name), disabled: !manages || gone || !paused, run: () => resume(job) },
    { label: "Delete", icon: "trash", danger: true, action: deleteJob(job.name), disabled: !manages || gone, run: () => remove(job, afterDelete) },
  ];
  return { deeds, edit: () => void navigate({ to: "/jobs/$job/edit", params: { job: job.name } }) };
}
