import { useNavigate } from "@tanstack/react-router";
import type { ColumnDef } from "@tanstack/react-table";
import { useCallback } from "react";
import { dismiss, redrive } from "~/api/actions";
import { later } from "~/api/later";
import { deadLetterList, type Filters } from "~/api/lists";
import { hideDeadLetter } from "~/api/optimistic";
import { values } from "~/api/queries";
import type { DeadLetter } from "~/api/types";
import { act } from "~/api/useAct";
import { useMay } from "~/shell/session";
import { ActionMenu } from "~/ui/ActionMenu";
import type { BulkDeed } from "~/ui/BulkBar";
import { Empty } from "~/ui/Empty";
import { SINCE, UNTIL, type FilterField } from "~/ui/filters";
import { ListPage } from "~/ui/ListPage";
import { executionPath, RowLink } from "~/ui/RowLink";
import { Status } from "~/ui/Status";
import { Time } from "~/ui/Time";

const FIELDS: FilterField[] = [
  { name: "status", label: "Status", options: ["OPEN", "REDRIVEN", "DISMISSED", "EXPIRED"] },
  { name: "job", label: "Job", options: (typed) => values("job", typed) },
  { name: "handler", label: "Handler", options: (typed) => values("handler", typed) },
  { name: "error_class", label: "Error", options: (typed) => values("error_class", typed) },
  { name: "queue", label: "Queue", options: (typed) => values("queue", typed) },
  { name: "owner", label: "Owner", options: (typed) => values("owner", typed) },
  { name: "fingerprint", label: "Alike", hint: "The fingerprint of a group" },
  SINCE,
  UNTIL,
];
const DEEDS: BulkDeed[] = [
  { action: "retry_dead_letters", label: "Retry", icon: "retry", note: "Each runs again as a new execution." },
  { action: "dismiss_dead_letters", label: "Dismiss", icon: "close", danger: true, note: "They are taken off the list. Their history stays." },
];
const COLUMNS: ColumnDef<DeadLetter, unknown>[] = [
  { id: "job", header: "Job", meta: { width: "minmax(9rem, 1.2fr)", sort: "job_name" }, cell: ({ row: { original: letter } }) => <RowLink href={executionPath(letter.execution_id)}>{letter.job_name}</RowLink> },
  { id: "error", header: "Error", meta: { width: "minmax(10rem, 3fr)" }, cell: ({ row: { original: letter } }) => <span title={letter.error_message}><span className="font-mono text-xs text-bad">{letter.error_class.split(".").at(-1)}</span> {letter.error_message}</span> },
  { id: "failed", header: "Failed", meta: { width: "6.5rem", sort: "failed_at" }, cell: ({ row }) => <Time at={row.original.failed_at} /> },
  { id: "attempts", header: "Attempts", meta: { width: "5rem", from: "md", right: true }, cell: ({ row }) => <span className="tabular">{row.original.attempts}</span> },
  { id: "handler", header: "Handler", meta: { width: "minmax(6rem, 1fr)", from: "lg", sort: "handler" }, cell: ({ row }) => <span className="font-mono text-xs">{row.original.handler}</span> },
  { id: "status", header: "Status", meta: { width: "6.5rem" }, cell: ({ row }) => <Status status={row.original.status} /> },
  { id: "menu", header: () => <span className="sr-only">Actions</span>, meta: { width: "2rem", right: true }, cell: ({ row }) => <RowMenu letter={row.original} /> },
];
const card = (letter: DeadLetter) => (
  <div className="flex items-start justify-between gap-3">
    <div className="min-w-0">
      <RowLink href={executionPath(letter.execution_id)} className="block truncate font-medium">{letter.job_name}</RowLink>
      <p className="truncate text-xs text-bad">{letter.error_message}</p>
      <p className="text-xs text-muted"><Time at={letter.failed_at} /> · {letter.attempts === 1 ? "1 attempt" : `${letter.attempts} attempts`}</p>
    </div>
    <div className="flex items-center gap-1"><Status status={letter.status} /><RowMenu letter={letter} /></div>
  </div>
);
const keyOf = (letter: DeadLetter) => letter.execution_id;
const open = (filters: Filters) => deadLetterList({ status: "OPEN", ...filters });

export function Letters() {
  const navigate = useNavigate();
  const manages = useMay("manage");
  const list = useCallback(open, []);
  return (
    <ListPage<DeadLetter>
      noun="dead letters"
      fields={FIELDS}
      keep={["tab"]}
      sort="-failed_at"
      placeholder="Search, or filter with job: error_class: status: …"
      list={list}
      columns={COLUMNS}
      rowKey={keyOf}
      open={(letter) => void navigate({ to: "/executions/$id", params: { id: letter.execution_id } })}
      card={card}
      deeds={manages ? DEEDS : []}
      empty={<Empty icon="check" title="Nothing waits for a decision">What was decided is found with status:REDRIVEN or status:DISMISSED.</Empty>}
    />
  );
}

function RowMenu({ letter }: { letter: DeadLetter }) {
  const manages = useMay("manage");
  if (!manages || letter.status !== "OPEN") return null;
  const show = () => hideDeadLetter(letter.execution_id);
  return (
    <ActionMenu label={`Actions of the dead letter of ${letter.job_name}`} deeds={[
      { label: "Retry", icon: "retry", action: redrive(letter.execution_id), run: () => void act(redrive(letter.execution_id), { done: `${letter.job_name} runs again`, optimistic: show, refresh: ["dead-letters"] }).catch(() => {}) },
      { label: "Dismiss", icon: "close", danger: true, action: dismiss(letter.execution_id), run: () => later({ text: `Dismissed the dead letter of ${letter.job_name}`, show, send: () => act(dismiss(letter.execution_id), { refresh: ["dead-letters"] }) }) },
    ]} />
  );
}
