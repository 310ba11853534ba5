/** The fields of a definition in groups, named for people, with what they hold as people say it. */
import type { Definition } from "~/api/types";
import { absolute, settingMs } from "~/time/format";

const instant = (ms: unknown) => (ms ? absolute(Number(ms)) : "");
const ms = (value: unknown) => (value ? settingMs(Number(value)) : "");
const pairs = (value: unknown) => Object.entries((value ?? {}) as Record<string, unknown>).map(([name, one]) => `${name}=${one}`).join(", ");
const list = (value: unknown) => ((value ?? []) as string[]).join(", ");
const plain = (value: unknown) => (value === undefined || value === null ? "" : String(value).replaceAll("_", " "));
const as_is = (value: unknown) => String(value ?? "");

type Tell = (value: unknown) => string;
export const GROUPS: [string, [string, string, Tell][]][] = [
  ["When", [
    ["when", "Kind", plain], ["cron", "Cron", as_is], ["interval_ms", "Interval", ms], ["run_at_ms", "At", instant], ["delay_ms", "Delay", ms],
    ["timezone", "Zone", as_is], ["dst_gap", "Clock skips", plain], ["dst_repeat", "Clock repeats", plain], ["calendars", "Calendars", list],
    ["start_at_ms", "Not before", instant], ["end_at_ms", "Not after", instant], ["max_runs", "Runs at most", (n) => (n ? String(n) : "")], ["jitter_ms", "Jitter", ms],
  ]],
  ["How", [
    ["handler", "Handler", as_is], ["queue", "Queue", as_is], ["priority", "Priority", as_is], ["timeout_ms", "Timeout", ms], ["delivery", "Delivery", plain],
    ["overlap", "Overlap", plain], ["catch_up", "Catch-up", plain], ["catch_up_window_ms", "Catch-up window", ms], ["catch_up_cap", "Catch-up cap", as_is],
    ["dedup_window_ms", "Dedup window", ms], ["auto_pause_after", "Pauses itself after", (n) => (n ? `${n} failures` : "")],
  ]],
  ["When it fails", [
    ["max_retries", "Retries", as_is], ["backoff_initial_ms", "First pause", ms], ["backoff_factor", "Factor", as_is], ["backoff_cap_ms", "Longest pause", ms],
    ["backoff_jitter", "Jitter", (n) => `±${Math.round(Number(n) * 100)} %`], ["non_retryable", "Not retried", list],
  ]],
  ["Needs", [
    ["labels", "Labels", pairs], ["cpu_milli", "CPU", (n) => (n ? `${Number(n) / 1000} cores` : "")], ["memory_mib", "Memory", (n) => (n ? `${n} MiB` : "")],
    ["disk_mib", "Disk", (n) => (n ? `${n} MiB` : "")], ["extra_resources", "Other", pairs], ["dependency_mode", "Dependencies", plain],
    ["dependency_freshness_ms", "Fresh within", ms],
  ]],
  ["Whose", [["owner", "Owner", as_is], ["tags", "Tags", pairs], ["description", "Description", as_is]]],
];

const NAMES = new Map(GROUPS.flatMap(([, fields]) => fields.map(([field, name, tell]) => [field, { name, tell }] as const)));
export const fieldName = (field: string): string => NAMES.get(field)?.name ?? field.replaceAll("_", " ");

export function told(field: string, value: unknown): string {
  const known = NAMES.get(field);
  if (known) return known.tell(value);
  return typeof value === "string" ? value : JSON.stringify(value) ?? "";
}

/** What differs between two definitions, field by field. */
export function differences(before: Definition | undefined, after: Definition | undefined): { field: string; before: unknown; after: unknown }[] {
  if (!before || !after) return [];
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return fields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, before: before[field], after: after[field] }));
}

export function payloadOf(definition: Definition): unknown {
  try {
    return JSON.parse(definition.payload || "{}");
  } catch {
    return definition.payload;
  }
}
