import { expect, test } from "vitest";
import document from "../../../docs/openapi.json";
import { core, curlOf, groupsOf, matches, typeWords, type Document } from "./openapi";

const groups = groupsOf(document as unknown as Document);
const operations = groups.flatMap(([, some]) => some);
const creating = operations.find((one) => one.method === "POST" && one.path === "/api/v1/jobs")!;

test("has every operation of our own document once", () => {
  expect(operations.length).toBe(Object.values(document.paths).flatMap(Object.keys).length);
  expect(new Set(operations.map((one) => one.operationId)).size).toBe(operations.length);
  expect(groups[0]?.[0]).toBe("jobs");
});

test("finds operations by all of their words", () => {
  expect(matches(creating, "post jobs")).toBe(true);
  expect(matches(creating, "post workers")).toBe(false);
});

test("says types in few words", () => {
  expect(typeWords({ type: "integer", minimum: 1, maximum: 9 })).toBe("integer, 1 to 9");
  expect(typeWords({ type: "array", items: { $ref: "#/components/schemas/Attempt" } })).toBe("array of Attempt");
  expect(typeWords({ $ref: "#/components/schemas/Page_JobLine_" })).toBe("Page of JobLine");
  expect(core({ anyOf: [{ type: "string" }, { type: "null" }] })).toMatchObject({ nullable: true, schema: { type: "string" } });
});

test("makes a request that can be pasted", () => {
  expect(curlOf(creating, "http://here")).toContain("curl -X POST http://here/api/v1/jobs -H \"Authorization: Bearer $TICKWHEEL_TOKEN\"");
  expect(curlOf(creating, "http://here")).toContain("nightly-report");
});
