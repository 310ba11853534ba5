import { useNavigate } from "@tanstack/react-router";
import type { ColumnDef } from "@tanstack/react-table";
import { auditList } from "~/api/lists";
import { values } from "~/api/queries";
import type { AuditRow } from "~/api/types";
import { Empty } from "~/ui/Empty";
import { SINCE, UNTIL, type FilterField } from "~/ui/filters";
import { ListPage } from "~/ui/ListPage";
import { PageHead } from "~/ui/Panel";
import { jobPath, RowLink } from "~/ui/RowLink";
import { Pill } from "~/ui/Status";
import { Time } from "~/ui/Time";
import { words } from "../job/events";

const COMMANDS = ["CreateJob", "UpdateJob", "DeleteJob", "PauseJob", "ResumeJob", "TriggerJob", "CancelExecution", "RetryExecution", "RedriveDeadLetter", "DismissDeadLetter", "BackfillJob", "DefineCalendar", "DeleteCalendar"];
const FIELDS: FilterField[] = [
  { name: "actor", label: "By", options: (typed) => values("actor", typed), hint: "Who asked" },
  { name: "command_type", label: "Command", options: COMMANDS },
  { name: "job", label: "Job", options: (typed) => values("job", typed) },
  { name: "accepted", label: "Accepted", options: ["true", "false"] },
  SINCE,
  UNTIL,
];
const COLUMNS: ColumnDef<AuditRow, unknown>[] = [
  { id: "at", header: "When", meta: { width: "7rem", sort: "decided_at" }, cell: ({ row }) => <Time at={row.original.decided_at} /> },
  { id: "by", header: "Who", meta: { width: "minmax(6rem, 0.8fr)" }, cell: ({ row }) => <span className="font-medium">{row.original.actor || "nobody"}</span> },
  { id: "what", header: "Asked for", meta: { width: "minmax(9rem, 1fr)" }, cell: ({ row }) => words(row.original.command_type) },
  { id: "job", header: "About", meta: { width: "minmax(9rem, 1.4fr)" }, cell: ({ row }) => <About row={row.original} /> },
  { id: "answer", header: "Answer", meta: { width: "6rem" }, cell: ({ row }) => <Answer row={row.original} /> },
  { id: "message", header: "What came of it", meta: { width: "minmax(8rem, 2fr)", from: "md" }, cell: ({ row }) => <span className="text-muted" title={row.original.message ?? ""}>{row.original.message ?? words(row.original.event_type)}</span> },
];
const keyOf = (row: AuditRow) => row.command_id + row.job_id;

export default function Audit() {
  const navigate = useNavigate();
  const open = (row: AuditRow) => void (row.execution_id ? navigate({ to: "/executions/$id", params: { id: row.execution_id } }) : navigate({ to: "/jobs/$job", params: { job: row.job_name ?? row.job_id } }));
  return (
    <>
      <PageHead title="Audit" hint="Every command and how it was decided, from the log itself" />
      <ListPage<AuditRow>
        noun="commands"
        fields={FIELDS}
        sort="-decided_at"
        placeholder="Search, or filter with actor: command_type: job: …"
        list={auditList}
        columns={COLUMNS}
        rowKey={keyOf}
        open={open}
        card={card}
        empty={<Empty icon="audit" title="Nobody has asked for anything yet">Who creates, pauses, triggers or retries something shows up here, with the answer.</Empty>}
      />
    </>
  );
}

const card = (row: AuditRow) => (
  <div className="flex items-start justify-between gap-3">
    <div className="min-w-0">
      <p className="truncate"><span className="font-medium">{row.actor || "nobody"}</span> · {words(row.command_type)}</p>
      <p className="truncate text-xs text-muted"><About row={row} /></p>
      <p className="truncate text-xs text-muted"><Time at={row.decided_at} />{row.message && ` · ${row.message}`}</p>
    </div>
    <Answer row={row} />
  </div>
);

function About({ row }: { row: AuditRow }) {
  return <RowLink href={jobPath(row.job_name ?? row.job_id)} className="rounded hover:underline">{row.job_name ?? row.job_id.slice(0, 8)}</RowLink>;
}

const Answer = ({ row }: { row: AuditRow }) => <Pill tone={row.accepted ? "ok" : "bad"}>{row.accepted ? "accepted" : (row.code ?? "refused").replaceAll("_", " ")}</Pill>;
