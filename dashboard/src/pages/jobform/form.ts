/** The form's own shape, and the way to a specification and back. Only what differs from the defaults is sent. */
import type { Job, JobSpec } from "~/api/types";
import { settingMs } from "~/time/format";

export type WhenKind = "schedule" | "interval" | "run_at" | "delay" | "now" | "manual";

export interface Form {
  name: string;
  handler: string;
  description: string;
  owner: string;
  tags: string;
  payload: string;
  when: WhenKind;
  schedule: string;
  interval: string;
  run_at: string;
  delay: string;
  timezone: string;
  dst_gap: string;
  dst_repeat: string;
  queue: string;
  priority: string;
  max_retries: string;
  timeout: string;
  backoff_initial: string;
  backoff_cap: string;
  backoff_factor: string;
  delivery: string;
  overlap: string;
  catch_up: string;
  depends_on: string;
  dependency_mode: string;
  labels: string;
  jitter: string;
  max_runs: string;
  auto_pause_after: string;
  dedup_window: string;
  paused: boolean;
  allow_unknown_handler: boolean;
}

export const BLANK: Form = {
  name: "", handler: "", description: "", owner: "", tags: "", payload: "{}", when: "schedule", schedule: "0 9 * * MON-FRI", interval: "15m",
  run_at: "", delay: "90s", timezone: "UTC", dst_gap: "next_valid", dst_repeat: "first", queue: "default", priority: "50", max_retries: "3",
  timeout: "5m", backoff_initial: "1s", backoff_cap: "1h", backoff_factor: "2", delivery: "at_least_once", overlap: "skip", catch_up: "latest",
  depends_on: "", dependency_mode: "all", labels: "", jitter: "0s", max_runs: "0", auto_pause_after: "0", dedup_window: "0s", paused: false,
  allow_unknown_handler: false,
};

const UNIT_MS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** "5m", "1d12h", "90 s" in milliseconds; undefined for what is none. */
export function durationMs(text: string): number | undefined {
  const compact = text.replaceAll(" ", "").toLowerCase();
  if (/^\d+$/.test(compact)) return compact === "0" ? 0 : undefined;
  if (!/^(\d+(\.\d+)?(ms|min|s|m|h|d|w))+$/.test(compact)) return undefined;
  return [...compact.matchAll(/(\d+(?:\.\d+)?)(ms|min|s|m|h|d|w)/g)].reduce((sum, [, n, unit]) => sum + Number(n) * UNIT_MS[unit!]!, 0);
}

export const durationText = (ms: number): string => (ms ? settingMs(ms).replace(" min", "m").replaceAll(" ", "") : "0s");

/** "team=billing, env=prod" as an object. */
export function pairsOf(text: string): Record<string, string> {
  const parts = text.split(/[,\n]/).map((part) => part.trim()).filter(Boolean);
  return Object.fromEntries(parts.map((part) => [part.split("=")[0]!.trim(), part.split("=").slice(1).join("=").trim()]));
}

const namesOf = (text: string) => text.split(/[,\n]/).map((part) => part.trim()).filter(Boolean);

export interface Faults {
  [field: string]: string;
}

/** The specification, and what is wrong with the form before the server is even asked. `whole` keeps the defaults, for an update. */
export function specOf(form: Form, base: Partial<JobSpec> = {}): { spec: JobSpec; faults: Faults } {
  const faults: Faults = {};
  const ms = (field: keyof Form) => {
    const found = durationMs(String(form[field]));
    if (found === undefined) faults[field] = "expected a duration such as 90s, 15m or 1d12h";
    return found ?? 0;
  };
  const number = (field: keyof Form) => {
    const found = Number(form[field]);
    if (form[field] === "" || !Number.isFinite(found)) faults[field] = "expected a number";
    return found;
  };
  const spec: JobSpec = {
    ...base,
    name: form.name, handler: form.handler, description: form.description, tags: pairsOf(form.tags), payload: payload(form.payload, faults),
    timezone: form.timezone, dst_gap: form.dst_gap as "skip", dst_repeat: form.dst_repeat as "first", queue: form.queue, priority: number("priority"),
    max_retries: number("max_retries"), timeout_ms: ms("timeout"), backoff_initial_ms: ms("backoff_initial"), backoff_cap_ms: ms("backoff_cap"),
    backoff_factor: number("backoff_factor"), delivery: form.delivery as "at_least_once", overlap: form.overlap as "skip",
    catch_up: form.catch_up as "skip", depends_on: namesOf(form.depends_on), dependency_mode: form.dependency_mode as "all",
    labels: pairsOf(form.labels), jitter_ms: ms("jitter"), max_runs: number("max_runs"), auto_pause_after: number("auto_pause_after"),
    dedup_window_ms: ms("dedup_window"), paused: form.paused, allow_unknown_handler: form.allow_unknown_handler, ...whenOf(form, faults),
  } as JobSpec;
  if (form.owner) spec.owner = form.owner;
  if (!form.name.trim()) faults.name = "expected a name";
  if (!form.handler.trim()) faults.handler = "expected a handler";
  return { spec, faults };
}

function payload(text: string, faults: Faults): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text || "{}");
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    faults.payload = "expected a JSON object";
  } catch (error) {
    faults.payload = `expected JSON: ${(error as Error).message}`;
  }
  return {};
}

function whenOf(form: Form, faults: Faults): Partial<JobSpec> {
  if (form.when === "now") return { now: true };
  if (form.when === "manual") return {};
  if (form.when === "run_at") {
    if (!form.run_at) faults.run_at = "expected a day and a time";
    return form.run_at ? { run_at: new Date(form.run_at).toISOString() } : {};
  }
  if (!form[form.when].trim()) faults[form.when] = "expected a value";
  return { [form.when]: form[form.when] };
}

/** Without what the server would assume anyhow: short to read, short as a command. */
export function trimmed(spec: JobSpec): JobSpec {
  const { spec: blank } = specOf({ ...BLANK, when: "manual" });
  const kept = Object.entries(spec).filter(([field, value]) => field === "name" || field === "handler" || JSON.stringify(value) !== JSON.stringify((blank as Record<string, unknown>)[field]));
  return Object.fromEntries(kept.filter(([, value]) => value !== "" && value !== undefined)) as unknown as JobSpec;
}

const KINDS: Record<string, WhenKind> = { cron: "schedule", interval: "interval", at: "run_at", delay: "delay", now: "now", manual: "manual" };

function localText(ms: number): string {
  return ms ? new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 19) : "";
}

/** What of a definition the form does not show; an update must not lose it. */
export function hiddenOf(job: Job): Partial<JobSpec> {
  const d = job.definition;
  const iso = (ms: number) => (ms ? new Date(ms).toISOString() : null);
  return {
    calendars: d.calendars, start_at: iso(d.start_at_ms), end_at: iso(d.end_at_ms), cpu_milli: d.cpu_milli, memory_mib: d.memory_mib,
    disk_mib: d.disk_mib, extra_resources: d.extra_resources, backoff_jitter: d.backoff_jitter, non_retryable: d.non_retryable,
    catch_up_window_ms: d.catch_up_window_ms, catch_up_cap: d.catch_up_cap, dependency_freshness_ms: d.dependency_freshness_ms,
  };
}

export function formOf(job: Job): Form {
  const d = job.definition;
  const text = (pairs: Record<string, string>) => Object.entries(pairs).map(([name, value]) => `${name}=${value}`).join(", ");
  return {
    name: job.name, handler: job.handler, description: job.description, owner: job.owner, tags: text(d.tags), payload: JSON.stringify(job.payload ?? {}, null, 2),
    when: KINDS[d.when] ?? "manual", schedule: job.cron ?? BLANK.schedule, interval: durationText(job.interval_ms ?? 0) === "0s" ? BLANK.interval : durationText(job.interval_ms!),
    run_at: localText(d.run_at_ms), delay: d.delay_ms ? durationText(d.delay_ms) : BLANK.delay, timezone: job.timezone, dst_gap: d.dst_gap, dst_repeat: d.dst_repeat,
    queue: job.queue, priority: String(job.priority), max_retries: String(d.max_retries), timeout: durationText(d.timeout_ms),
    backoff_initial: durationText(d.backoff_initial_ms), backoff_cap: durationText(d.backoff_cap_ms), backoff_factor: String(d.backoff_factor),
    delivery: d.delivery, overlap: d.overlap, catch_up: d.catch_up, depends_on: job.depends_on.map((one) => one.name ?? one.upstream_job_id).join(", "),
    dependency_mode: d.dependency_mode, labels: text(d.labels), jitter: durationText(d.jitter_ms), max_runs: String(d.max_runs),
    auto_pause_after: String(d.auto_pause_after), dedup_window: durationText(d.dedup_window_ms), paused: false, allow_unknown_handler: false,
  };
}
