import { expect, test } from "vitest";
import { asCli, createJob } from "~/api/actions";
import { BLANK, durationMs, durationText, specOf, trimmed } from "./form";

const form = { ...BLANK, name: "report", handler: "noop" };

test("reads durations as the command line does", () => {
  expect(["90s", "15m", "1d12h", "500ms", "0"].map(durationMs)).toEqual([90_000, 900_000, 129_600_000, 500, 0]);
  expect(["", "soon", "15"].map(durationMs)).toEqual([undefined, undefined, undefined]);
  expect(durationText(5_400_000)).toBe("90m");
});

test("sends only what differs from the defaults", () => {
  const { spec, faults } = specOf({ ...form, when: "interval", interval: "5m" });
  expect(faults).toEqual({});
  expect(trimmed(spec)).toEqual({ name: "report", handler: "noop", interval: "5m" });
});

test("says what is wrong before the server is asked", () => {
  const { faults } = specOf({ ...form, name: "", timeout: "long", payload: "[1]" });
  expect(Object.keys(faults).sort()).toEqual(["name", "payload", "timeout"]);
});

test("gives the same as a command line that a shell takes", () => {
  const { spec } = specOf({ ...form, schedule: "0 9 * * *", payload: `{"who": "it's"}`, max_retries: "5" });
  expect(asCli(createJob(trimmed(spec)))).toBe(
    `tickwheel job create report --handler noop --schedule '0 9 * * *' --payload '{"who":"it'\\''s"}' --more '{"max_retries":5}'`,
  );
});
