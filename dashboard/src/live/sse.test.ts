import { expect, test } from "vitest";
import { backoffMs } from "./backoff";
import { tokenBetween } from "./position";
import { SseParser } from "./sse";

test("puts a message together that arrives in pieces", () => {
  const parser = new SseParser();
  expect(parser.push("id: 0:1\nevent: JobCre")).toEqual([]);
  expect(parser.push('ated\ndata: {"a":1}\n')).toEqual([]);
  expect(parser.push("\nid: 0:2\n")).toEqual([{ id: "0:1", type: "JobCreated", data: '{"a":1}' }]);
});

test("takes a comment for a sign of life, not for a message", () => {
  expect(new SseParser().push(": still here\n\n")).toEqual([]);
});

test("keeps the last id for a message that brings none", () => {
  const parser = new SseParser();
  parser.push("id: 0:5\nevent: a\ndata: 1\n\n");
  expect(parser.push("event: end\ndata: 2\n\n")).toEqual([{ id: "0:5", type: "end", data: "2" }]);
});

test("names the offset of the event that moved the stream", () => {
  expect(tokenBetween("0:1,1:4", "0:1,1:5")).toBe("1:4");
  expect(tokenBetween("0:1,1:4", "0:1,1:4")).toBe("");
});

test("waits longer after each failure, but never longer than the cap", () => {
  const waits = [0, 1, 2, 3, 20].map((failures) => backoffMs(failures, 0.5));
  expect(waits).toEqual([400, 800, 1_600, 3_200, 15_000]);
});
