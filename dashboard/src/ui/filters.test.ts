import { expect, test } from "vitest";
import { parseSearch, stringifySearch } from "~/shell/search";
import { chipsOf, filtersOf, instantOf, typed, withChip, withoutChip, type FilterField } from "./filters";

const FIELDS: FilterField[] = [{ name: "status", label: "Status", several: true }, { name: "job", label: "Job" }];
const [STATUS, JOB] = FIELDS as [FilterField, FilterField];

test("keeps filters in a query string that people can read", () => {
  const search = withChip(withChip(withChip({}, STATUS, "FAILED"), STATUS, "LOST"), JOB, "a b");
  const text = stringifySearch(search);
  expect(text).toBe("?status=FAILED&status=LOST&job=a+b");
  expect(parseSearch(text)).toEqual({ status: ["FAILED", "LOST"], job: "a b" });
});

test("takes a chip away and leaves the others", () => {
  const search = { status: ["FAILED", "LOST"], job: "x" };
  expect(withoutChip(search, STATUS, "LOST")).toEqual({ status: ["FAILED"], job: "x" });
  expect(withoutChip(search, JOB, "x")).toEqual({ status: ["FAILED", "LOST"], job: undefined });
});

test("has one value of a field that takes one", () => {
  expect(withChip({ job: "old" }, JOB, "new")).toEqual({ job: "new" });
});

test("tells a field from free words", () => {
  expect(typed("status: fai", FIELDS)).toEqual({ field: STATUS, rest: "fai" });
  expect(typed("http://x", FIELDS)).toEqual({ rest: "http://x" });
});

test("asks the API for what the address says, and for nothing that it does not know", () => {
  const search = { status: "FAILED", q: "x", tab: "all", sort: "due_at" };
  expect(filtersOf(search, FIELDS, "-created_at")).toEqual({ status: ["FAILED"], q: "x", sort: "due_at" });
  expect(chipsOf(search, FIELDS)).toHaveLength(1);
});

test("takes an instant as it is, or as so long ago", () => {
  expect(instantOf("2h", Date.parse("2026-01-31T09:00:00Z"))).toBe("2026-01-31T07:00:00Z");
  expect(instantOf("7d", Date.parse("2026-01-31T09:00:00Z"))).toBe("2026-01-24T09:00:00Z");
  expect(instantOf("2026-01-31T09:00:00Z", 0)).toBe("2026-01-31T09:00:00Z");
});
