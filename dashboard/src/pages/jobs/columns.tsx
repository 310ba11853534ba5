import type { ColumnDef } from "@tanstack/react-table";
import type { JobRow } from "~/api/types";
import { useMay } from "~/shell/session";
import { ActionMenu } from "~/ui/ActionMenu";
import { jobPath, RowLink } from "~/ui/RowLink";
import { Dot, Status } from "~/ui/Status";
import { Time } from "~/ui/Time";
import { When } from "~/ui/When";
import { useJobDeeds } from "./deeds";

export const JOB_COLUMNS: ColumnDef<JobRow, unknown>[] = [
  { id: "name", header: "Name", meta: { width: "minmax(11rem, 3fr)", sort: "name" }, cell: ({ row: { original: job } }) => <Name job={job} /> },
  { id: "status", header: "Status", meta: { width: "7rem" }, cell: ({ row }) => <Status status={row.original.status} /> },
  { id: "when", header: "Schedule", meta: { width: "minmax(8rem, 1.4fr)" }, cell: ({ row }) => <When job={row.original} /> },
  { id: "next", header: "Next run", meta: { width: "6.5rem", sort: "next_due_at" }, cell: ({ row }) => <Time at={row.original.paused_at ? null : row.original.next_due_at} zone={row.original.timezone} /> },
  { id: "last", header: "Last run", meta: { width: "8.5rem", from: "md", sort: "last_finished_at" }, cell: ({ row }) => <Last job={row.original} /> },
  { id: "handler", header: "Handler", meta: { width: "minmax(7rem, 1.2fr)", from: "lg" }, cell: ({ row }) => <span className="font-mono text-xs">{row.original.handler}</span> },
  { id: "queue", header: "Queue", meta: { width: "6rem", from: "xl" }, cell: ({ row }) => row.original.queue },
  { id: "priority", header: "Priority", meta: { width: "4.5rem", from: "xl", sort: "priority", right: true }, cell: ({ row }) => <span className="tabular">{row.original.priority}</span> },
  { id: "owner", header: "Owner", meta: { width: "6rem", from: "xxl" }, cell: ({ row }) => <span className="text-muted">{row.original.owner || "–"}</span> },
  { id: "menu", header: () => <span className="sr-only">Actions</span>, meta: { width: "2rem", right: true }, cell: ({ row }) => <RowMenu job={row.original} /> },
];

function Name({ job }: { job: JobRow }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <RowLink href={jobPath(job.name)} className="max-w-full shrink-0 truncate rounded font-medium hover:text-accent hover:underline">{job.name}</RowLink>
      <Tags tags={job.tags} />
    </span>
  );
}

/** Those that fit, whole: the others wrap out of sight. */
export function Tags({ tags }: { tags: Record<string, string> }) {
  const pairs = Object.entries(tags);
  if (!pairs.length) return null;
  return (
    <span className="hidden h-5 min-w-0 flex-wrap gap-1 overflow-hidden xl:flex" title={pairs.map(([name, value]) => `${name}=${value}`).join(", ")}>
      {pairs.slice(0, 2).map(([name, value]) => <span key={name} className="rounded bg-sunken px-1.5 text-2xs leading-5 text-muted">{name}={value}</span>)}
    </span>
  );
}

function Last({ job }: { job: JobRow }) {
  if (!job.last_status) return <span className="text-faint">never</span>;
  return <span className="inline-flex items-center gap-1.5" title={job.last_status}><Dot status={job.last_status} /><span className="sr-only">{job.last_status}</span><Time at={job.last_finished_at} /></span>;
}

function RowMenu({ job }: { job: JobRow }) {
  const { deeds, edit } = useJobDeeds(job);
  const manages = useMay("manage");
  return <ActionMenu label={`Actions of ${job.name}`} deeds={deeds} extra={manages && job.status !== "DELETED" ? [{ label: "Edit", icon: "edit", onSelect: edit }] : []} />;
}

export const jobCard = (job: JobRow) => <JobCard job={job} />;

function JobCard({ job }: { job: JobRow }) {
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <RowLink href={jobPath(job.name)} className="block truncate font-medium">{job.name}</RowLink>
        <p className="mt-0.5 truncate text-xs text-muted"><When job={job} /></p>
        <p className="mt-0.5 text-xs text-muted">{job.next_due_at && !job.paused_at && <>next <Time at={job.next_due_at} /> · </>}{job.last_status ? <>last <Last job={job} /></> : "never ran"}</p>
      </div>
      <div className="flex shrink-0 items-center gap-1"><Status status={job.status} /><RowMenu job={job} /></div>
    </div>
  );
}
