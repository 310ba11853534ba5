import { expect, test } from "vitest";
import { inWords } from "./cron";

test("tells a schedule in words", () => {
  expect(inWords("0 9 * * MON-FRI")).toBe("At 09:00, Monday through Friday");
  expect(inWords("nonsense")).toBeUndefined();
});

test("tells what H stands for", () => {
  expect(inWords("H H * * *")).toBe("Once a day at a time of the job's own");
  expect(inWords("H * * * *")).toBe("Every hour at a minute of the job's own");
  expect(inWords("H 3 * * THU")).toBe("At a minute of the job's own after 03:00, only on Thursday");
  expect(inWords("H(0-29) */6 * * *")).toBe("Every 6 hours, at a minute of the job's own");
});
