import { useNavigate } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { executionList, type Filters } from "~/api/lists";
import type { ExecutionRow, Job } from "~/api/types";
import { Empty } from "~/ui/Empty";
import { ListPage } from "~/ui/ListPage";
import { cardOfOneJob, COLUMNS_OF_ONE_JOB } from "../executions/columns";
import { EXECUTION_FIELDS, EXECUTION_SORT } from "../executions/fields";

const keyOf = (run: ExecutionRow) => run.execution_id;

export function ExecutionsTab({ job }: { job: Job }) {
  const navigate = useNavigate();
  const fields = useMemo(() => EXECUTION_FIELDS.filter((field) => field.name !== "job" && field.name !== "handler"), []);
  const list = useCallback((filters: Filters) => executionList({ ...filters, job: job.name }), [job.name]);
  return (
    <ListPage<ExecutionRow>
      noun="executions"
      fields={fields}
      keep={["tab"]}
      sort={EXECUTION_SORT}
      placeholder="Search, or filter with status: worker: …"
      list={list}
      columns={COLUMNS_OF_ONE_JOB}
      rowKey={keyOf}
      open={(run) => void navigate({ to: "/executions/$id", params: { id: run.execution_id } })}
      card={cardOfOneJob}
      empty={<Empty icon="executions" title="It has not run yet" command={`tickwheel job trigger ${job.name}`} />}
    />
  );
}
