import type { ColumnDef } from "@tanstack/react-table";
import type { ReactNode } from "react";
import type { ExecutionRow } from "~/api/types";
import { ActionMenu } from "~/ui/ActionMenu";
import { copyText } from "~/ui/Copy";
import { executionPath, RowLink } from "~/ui/RowLink";
import { RunStatus } from "./RunStatus";
import { Time, Took } from "~/ui/Time";
import { isLive, useExecutionDeeds } from "./deeds";

export const EXECUTION_COLUMNS: ColumnDef<ExecutionRow, unknown>[] = [
  { id: "job", header: "Job", meta: { width: "minmax(10rem, 1.6fr)" }, cell: ({ row: { original: run } }) => <RowLink href={executionPath(run.execution_id)}>{run.job_name}</RowLink> },
  { id: "status", header: "Status", meta: { width: "7.5rem" }, cell: ({ row }) => <RunStatus run={row.original} /> },
  { id: "note", header: "What happened", meta: { width: "minmax(8rem, 2fr)", from: "md" }, cell: ({ row }) => <Note run={row.original} /> },
  { id: "due", header: "Due", meta: { width: "6.5rem", sort: "due_at" }, cell: ({ row }) => <Time at={row.original.due_at} /> },
  { id: "took", header: "Took", meta: { width: "5.5rem", right: true }, cell: ({ row }) => <Took from={row.original.started_at} to={row.original.finished_at} /> },
  { id: "attempt", header: "Attempt", meta: { width: "4.5rem", from: "lg" }, cell: ({ row }) => <span className="tabular">{row.original.attempt || "–"}</span> },
  { id: "origin", header: "Origin", meta: { width: "6rem", from: "lg" }, cell: ({ row }) => <span className="text-muted">{row.original.origin.replace("_", " ")}</span> },
  { id: "handler", header: "Handler", meta: { width: "minmax(6rem, 1fr)", from: "xl" }, cell: ({ row }) => <span className="font-mono text-xs">{row.original.handler}</span> },
  { id: "created", header: "Created", meta: { width: "6.5rem", from: "xxl", sort: "created_at" }, cell: ({ row }) => <Time at={row.original.created_at} /> },
  { id: "menu", header: () => <span className="sr-only">Actions</span>, meta: { width: "2rem", right: true }, cell: ({ row }) => <RowMenu run={row.original} /> },
];

/** The error, or why it waits: the one sentence that one would ask for next. */
function noteOf(run: ExecutionRow): string | null {
  if (run.error_message && run.status !== "COMPLETED") return run.error_message;
  return isLive(run) ? run.waiting_reason : null;
}

function Note({ run }: { run: ExecutionRow }) {
  const note = noteOf(run);
  return note && <span className={run.status === "FAILED" ? "text-bad" : "text-muted"} title={note}>{note}</span>;
}

function RowMenu({ run }: { run: ExecutionRow }) {
  const deeds = useExecutionDeeds(run);
  return <ActionMenu label={`Actions of the run of ${run.job_name}`} deeds={deeds} extra={[{ label: "Copy the id", icon: "copy", onSelect: () => void copyText(run.execution_id) }]} />;
}

/** In a list of one job's executions its name would only be repeated: there each is called by when it was due. */
export const COLUMNS_OF_ONE_JOB: ColumnDef<ExecutionRow, unknown>[] = [
  { id: "due", header: "Due", meta: { width: "minmax(9rem, 1fr)", sort: "due_at" }, cell: ({ row: { original: run } }) => <RowLink href={executionPath(run.execution_id)}><Time at={run.due_at} /></RowLink> },
  ...EXECUTION_COLUMNS.filter(({ id }) => id !== "job" && id !== "due" && id !== "handler"),
];

export const executionCard = (run: ExecutionRow) => <ExecutionCard run={run} name={run.job_name} />;
export const cardOfOneJob = (run: ExecutionRow) => <ExecutionCard run={run} name={<Time at={run.due_at} />} />;

function ExecutionCard({ run, name }: { run: ExecutionRow; name: ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <RowLink href={executionPath(run.execution_id)} className="block truncate font-medium">{name}</RowLink>
        <p className="mt-0.5 text-xs text-muted">due <Time at={run.due_at} /> · <Took from={run.started_at} to={run.finished_at} none="not started" /></p>
        <p className="mt-0.5 truncate text-xs text-muted">{noteOf(run) ? <Note run={run} /> : <><span className="font-mono">{run.handler}</span> · {run.origin.replace("_", " ")}</>}</p>
      </div>
      <div className="flex shrink-0 items-center gap-1"><RunStatus run={run} /><RowMenu run={run} /></div>
    </div>
  );
}
