import { expect, test } from "vitest";
import { absolute, compact, duration, relative, settingMs } from "./format";

const AT = Date.parse("2026-03-29T00:30:00Z");

test("tells how long ago or how soon in one unit", () => {
  expect(relative(AT, AT + 400)).toBe("now");
  expect(relative(AT, AT + 61_000)).toBe("1 min ago");
  expect(relative(AT + 3 * 3_600_000, AT)).toBe("in 3 h");
});

test("reads the clocks of the zone, also across a change of the clocks", () => {
  expect(absolute(AT, "Europe/Berlin")).toBe("29 Mar 2026, 01:30:00");
  expect(absolute(AT + 3_600_000, "Europe/Berlin")).toBe("29 Mar 2026, 03:30:00");
});

test("falls back to the viewer's zone where the browser does not know the job's", () => {
  expect(absolute(AT, "Mars/Olympus")).toMatch(/2026/);
});

test("leaves the day out only if it is today", () => {
  expect(compact(AT, AT + 60_000, "UTC")).toBe("00:30:00");
  expect(compact(AT, AT + 86_400_000, "UTC")).toBe("29 Mar, 00:30");
});

test("tells durations in two units at most", () => {
  expect([85, 2_400, 59_900, 200_000, 18_720_000].map(duration)).toEqual(["85 ms", "2.4 s", "60 s", "3 min 20 s", "5 h 12 min"]);
});

test("tells settings without loss", () => {
  expect([300_000, 5_400_000, 1_500, 0].map(settingMs)).toEqual(["5 min", "90 min", "1.5 s", "0"]);
});
