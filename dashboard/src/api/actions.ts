/** Everything that a person can do, as data: the request, and the same as curl and as a command line. */
import type { BulkAction, JobSpec } from "./types";

export interface Action {
  method: "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Words of the command line after `tickwheel`; none where the command line has no such verb. */
  cli?: string[];
}

const job = (name: string) => `/api/v1/jobs/${encodeURIComponent(name)}`;
const execution = (id: string) => `/api/v1/executions/${id}`;
const dead = (id: string) => `/api/v1/dead-letter/${id}`;

export const pauseJob = (name: string, reason = ""): Action => ({
  method: "POST",
  path: `${job(name)}/pause`,
  body: { reason },
  cli: ["job", "pause", name, ...(reason ? ["--reason", reason] : [])],
});
export const resumeJob = (name: string, missed: "skip" | "latest" | "all" = "skip"): Action => ({
  method: "POST",
  path: `${job(name)}/resume`,
  body: { missed },
  cli: ["job", "resume", name, "--missed", missed],
});
export const triggerJob = (name: string, payload?: unknown): Action => ({
  method: "POST",
  path: `${job(name)}/trigger`,
  body: payload === undefined ? {} : { payload },
  cli: ["job", "trigger", name, ...(payload === undefined ? [] : ["--payload", JSON.stringify(payload)])],
});
export const deleteJob = (name: string): Action => ({ method: "DELETE", path: job(name), cli: ["job", "delete", name] });
export const createJob = (spec: JobSpec): Action => ({
  method: "POST",
  path: "/api/v1/jobs",
  body: spec,
  cli: createWords(spec),
});
export const updateJob = (name: string, spec: JobSpec, version: number): Action => ({
  method: "PUT",
  path: job(name),
  body: spec,
  headers: { "If-Match": `"${version}"` },
  cli: ["job", "update", name, "--file", `${name}.json`, "--version", String(version)],
});
export const backfillJob = (name: string, since: string, until: string, dryRun: boolean): Action => ({
  method: "POST",
  path: "/api/v1/admin/backfill",
  body: { job: name, since, until, dry_run: dryRun },
  cli: ["job", "backfill", name, "--since", since, "--until", until, ...(dryRun ? [] : ["--go"])],
});
export const cancelExecution = (id: string, reason = ""): Action => ({
  method: "POST",
  path: `${execution(id)}/cancel`,
  body: { reason },
  cli: ["execution", "cancel", id],
});
export const retryExecution = (id: string): Action => ({
  method: "POST",
  path: `${execution(id)}/retry`,
  cli: ["execution", "retry", id],
});
export const redrive = (id: string, payload?: unknown): Action => ({
  method: "POST",
  path: `${dead(id)}/retry`,
  body: payload === undefined ? {} : { payload },
  cli: ["dlq", "retry", id],
});
export const dismiss = (id: string): Action => ({ method: "DELETE", path: dead(id), cli: ["dlq", "dismiss", id] });
export const drainWorker = (worker: string): Action => ({
  method: "POST",
  path: `/api/v1/workers/${encodeURIComponent(worker)}/drain`,
  body: {},
  cli: ["worker", "drain", worker],
});

export interface Bulk {
  action: BulkAction;
  filter: Record<string, unknown>;
  q?: string;
}
export const bulk = (what: Bulk, dryRun: boolean): Action => ({
  method: "POST",
  path: "/api/v1/operations",
  body: { ...what, dry_run: dryRun },
});

function createWords(spec: JobSpec): string[] {
  const { name, handler, schedule, interval, run_at, delay, now, timezone, payload, priority, queue, ...rest } = spec;
  const words = ["job", "create", name, "--handler", handler];
  const add = (flag: string, value: unknown) => {
    if (value !== undefined && value !== null && value !== "") words.push(flag, String(value));
  };
  add("--schedule", schedule);
  add("--tz", schedule && timezone !== "UTC" ? timezone : "");
  add("--every", interval);
  add("--run-at", run_at);
  add("--delay", delay);
  if (now) words.push("--now");
  if (payload && Object.keys(payload).length) add("--payload", JSON.stringify(payload));
  if (priority !== undefined && priority !== 50) add("--priority", priority);
  if (queue && queue !== "default") add("--queue", queue);
  if (Object.keys(rest).length) add("--more", JSON.stringify(rest));
  return words;
}

const PLAIN = /^[A-Za-z0-9_./:=@%+,-]+$/;

export function quoted(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

export function asCli(action: Action): string | undefined {
  return action.cli && ["tickwheel", ...action.cli.map(quoted)].join(" ");
}

export function asCurl(action: Action, origin = location.origin): string {
  const words = ["curl", "-X", action.method, quoted(origin + action.path), "-H", '"Authorization: Bearer $TICKWHEEL_TOKEN"'];
  for (const [name, value] of Object.entries(action.headers ?? {})) words.push("-H", quoted(`${name}: ${value}`));
  if (action.body !== undefined) words.push("-H", "'Content-Type: application/json'", "-d", quoted(JSON.stringify(action.body)));
  return words.join(" ");
}
