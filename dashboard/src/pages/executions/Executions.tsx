import { useNavigate } from "@tanstack/react-router";
import { executionList } from "~/api/lists";
import type { ExecutionRow } from "~/api/types";
import { useMay } from "~/shell/session";
import type { BulkDeed } from "~/ui/BulkBar";
import { Empty } from "~/ui/Empty";
import { ListPage } from "~/ui/ListPage";
import { PageHead } from "~/ui/Panel";
import { EXECUTION_COLUMNS, executionCard } from "./columns";
import { EXECUTION_FIELDS, EXECUTION_SORT } from "./fields";

const DEEDS: BulkDeed[] = [
  { action: "retry_executions", label: "Retry", icon: "retry", note: "Each failed one runs again as a new execution." },
  { action: "cancel_executions", label: "Cancel", icon: "stop", danger: true, note: "What waits will not start; what runs is told to stop." },
];
const keyOf = (run: ExecutionRow) => run.execution_id;

export default function Executions() {
  const navigate = useNavigate();
  const manages = useMay("manage");
  return (
    <>
      <PageHead title="Executions" />
      <ListPage<ExecutionRow>
        noun="executions"
        fields={EXECUTION_FIELDS}
        sort={EXECUTION_SORT}
        placeholder="Search, or filter with status: job: worker: …"
        list={executionList}
        columns={EXECUTION_COLUMNS}
        rowKey={keyOf}
        open={(run) => void navigate({ to: "/executions/$id", params: { id: run.execution_id } })}
        card={executionCard}
        deeds={manages ? DEEDS : []}
        empty={<Empty icon="executions" title="Nothing has run yet" command="tickwheel job create hello --handler noop --now">Every due time, trigger and completed dependency becomes an execution. Make one:</Empty>}
      />
    </>
  );
}
