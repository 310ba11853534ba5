import { expect, test } from "vitest";
import { plannedByHour } from "./days";

const AT = Date.parse("2026-03-01T10:00:00Z");
const HOUR = 3_600_000;
const runs = (id: string, n: number, everyMs: number) => Array.from({ length: n }, (_, index) => ({ job_id: id, due_at: new Date(AT + index * everyMs).toISOString() }));

test("counts the runs of each hour", () => {
  const found = plannedByHour({ items: runs("a", 3, HOUR / 2), jobs: [{ job_id: "a", has_more: false }] }, AT + 9 * HOUR);
  expect([...found]).toEqual([[AT, 2], [AT + HOUR, 1]]);
});

test("takes a job of which only the first runs are told to go on like that", () => {
  const found = plannedByHour({ items: runs("a", 31, 60_000), jobs: [{ job_id: "a", has_more: true }] }, AT + 3 * HOUR);
  expect(found.get(AT)).toBe(61);
  expect(found.get(AT + HOUR)).toBe(60);
  expect(found.get(AT + 2 * HOUR)).toBe(60);
  expect(found.has(AT + 3 * HOUR)).toBe(false);
});
