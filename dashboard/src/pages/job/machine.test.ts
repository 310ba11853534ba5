import { expect, test } from "vitest";
import type { JournalEvent } from "~/api/types";
import { lanesOf, ticks } from "../timeline/lanes";
import { differences } from "./definition";
import { foldAll, stepAt } from "./machine";

const event = (fields: object) => ({ job_status: "SCHEDULED", ...fields }) as JournalEvent;
const EVENTS = [
  event({ at_ms: 10, definition: { handler: "a" }, version: 1 }),
  event({ at_ms: 20, execution_id: "e" }),
  event({ at_ms: 30, definition: { handler: "b" }, version: 2, job_status: "PAUSED" }),
];

test("knows how a job stood after each of its events", () => {
  const stood = foldAll(EVENTS);
  expect(stood.map(({ version, status }) => [version, status])).toEqual([[1, "SCHEDULED"], [1, "SCHEDULED"], [2, "PAUSED"]]);
  expect([5, 10, 25, 99].map((at) => stepAt(stood, at))).toEqual([-1, 0, 1, 2]);
});

test("tells which fields two versions differ in", () => {
  const stood = foldAll(EVENTS);
  expect(differences(stood[0]!.definition, stood[2]!.definition)).toEqual([{ field: "handler", before: "a", after: "b" }]);
});

test("puts attempts that overlap below each other", () => {
  const at = (from: number, to: number) => ({ job_name: "j", worker: "w", started_at: new Date(from).toISOString(), finished_at: new Date(to).toISOString() }) as never;
  const [lane] = lanesOf([at(0, 50), at(20, 60), at(55, 70)], "job", 100);
  expect(lane?.bars.map((bar) => bar.row)).toEqual([0, 1, 0]);
});

test("marks the axis at round times", () => {
  expect(ticks(0, 3_600_000, 6).every((at) => at % 600_000 === 0)).toBe(true);
});
