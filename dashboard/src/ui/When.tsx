import { settingMs } from "~/time/format";

interface Timed {
  when_kind: string;
  cron: string | null;
  interval_ms: number | null;
  timezone: string;
  depends_on?: { name: string | null; mode: string | null }[];
}

/** What says when a job runs, in a few characters. */
export function When({ job }: { job: Timed }) {
  if (job.when_kind === "cron") {
    return <span className="font-mono text-xs" title={`${job.cron} in ${job.timezone}`}>{job.cron}{job.timezone !== "UTC" && <span className="ml-1.5 font-sans text-muted">{job.timezone.split("/").at(-1)?.replaceAll("_", " ")}</span>}</span>;
  }
  if (job.when_kind === "interval") return <span>every {settingMs(job.interval_ms ?? 0)}</span>;
  const upstreams = job.depends_on ?? [];
  if (job.when_kind === "manual" && upstreams.length) {
    return <span>after {upstreams.map((one) => one.name ?? "a deleted job").join(upstreams[0]?.mode === "any" ? " or " : " and ")}</span>;
  }
  const words: Record<string, string> = { at: "once, at a time", delay: "once, after a delay", now: "once, at once", manual: "no schedule" };
  return <span className="text-muted">{words[job.when_kind] ?? job.when_kind}</span>;
}
