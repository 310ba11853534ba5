import { expect, test } from "vitest";
import type { ExecutionRow, JournalEvent } from "~/api/types";
import { Budget } from "./budget";
import { belongs } from "./matches";
import { newExecution, patchExecution } from "./patch";

const event = (fields: Partial<JournalEvent>) => ({ job_id: "j", sequence: 1, at_ms: 1_000, job_status: "RUNNING", execution_id: "e", attempt: 1, ...fields }) as JournalEvent;
const created = newExecution(event({ job_name: "report", handler: "noop", queue: "default", origin: "trigger", due_ms: 1_000 }));

test("follows an execution through its life", () => {
  const claimed = patchExecution(created, "AttemptClaimed", event({ at_ms: 2_000, worker_id: "w", starts_at_ms: 2_500 }));
  expect(claimed).toMatchObject({ status: "RUNNING", worker_id: "w", started_at: "1970-01-01T00:00:02.500Z" });
  const ended = patchExecution(claimed, "ExecutionFailed", event({ at_ms: 3_000, kind: "error", error_class: "E", error_message: "no", finished_at_ms: 2_900 }));
  expect(ended).toMatchObject({ status: "FAILED", error_message: "no", finished_at: "1970-01-01T00:00:02.900Z" });
});

test("does not let an old event undo a newer row", () => {
  const row: ExecutionRow = { ...created, status: "COMPLETED", updated_at: "2026-01-01T00:00:00Z" };
  expect(patchExecution(row, "AttemptClaimed", event({}))).toBe(row);
});

test("adds a new execution only to lists that it belongs to", () => {
  expect(belongs(created, { status: ["PENDING"], job: "report", sort: "-created_at" })).toBe(true);
  expect(belongs(created, { status: ["FAILED"] })).toBe(false);
  expect(belongs(created, { sort: "due_at" })).toBe(false);
  expect(belongs(created, { q: "rep" })).toBe(false);
});

test("slows refreshes down before a person's reads are used up", () => {
  let now = 0;
  const budget = new Budget(40, () => now);
  expect(budget.gapMs()).toBe(800);
  for (let i = 0; i < 30; i++) budget.take();
  expect(budget.gapMs()).toBe(6_000);
  now = 60_000;
  expect(budget.gapMs()).toBe(800);
});
