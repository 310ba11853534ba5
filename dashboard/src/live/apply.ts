/** Events of the journal -> what is shown. Patches rows at once, then has the tables asked again where a patch cannot know. */
import { grouped } from "~/api/grouped";
import type { QueryClient } from "@tanstack/react-query";
import type { Filters, Listed } from "~/api/lists";
import type { Family } from "~/api/read";
import type { Execution, ExecutionRow, Items, Job, JobRow, Worker } from "~/api/types";
import { belongs } from "./matches";
import { newExecution, patchExecution, patchJob, patchWorker } from "./patch";
import { Refresher } from "./refresh";
import type { LiveEvent } from "./stream";

type Rows = { execution_id: string }[];

export class Appliance {
  private readonly refresher: Refresher;

  constructor(private readonly client: QueryClient) {
    this.refresher = new Refresher(client);
  }

  apply = (events: LiveEvent[]): void => {
    for (const [family, token] of touched(events)) this.refresher.touch(family, token);
    const workers = events.filter((event) => event.type === "WorkerHeartbeat");
    const executions = events.filter((event) => event.data.execution_id);
    const jobs = events.filter((event) => event.data.job_status);
    if (workers.length) this.workers(workers);
    if (executions.length) this.executions(executions);
    if (jobs.length) this.jobs(jobs);
  };

  private executions(events: LiveEvent[]): void {
    const byId = grouped(events, (event) => event.data.execution_id!);
    for (const query of this.client.getQueryCache().findAll({ queryKey: ["executions", "list"] })) {
      const filters = query.queryKey[2] as Filters;
      this.client.setQueryData<Listed<ExecutionRow>>(query.queryKey, (data) => data && patchList(data, byId, events, filters));
    }
    for (const [id, some] of byId) {
      this.client.setQueryData<Execution>(["executions", "one", id], (row) => row && { ...row, ...folded(row, some) });
    }
  }

  private jobs(events: LiveEvent[]): void {
    const byId = grouped(events, (event) => event.data.job_id);
    const patch = <Row extends JobRow>(row: Row): Row =>
      (byId.get(row.job_id) ?? []).reduce((one, event) => patchJob(one, event.type, event.data), row);
    for (const query of this.client.getQueryCache().findAll({ queryKey: ["jobs", "list"] })) {
      this.client.setQueryData<Listed<JobRow>>(query.queryKey, (data) => data && mapRows(data, patch));
    }
    for (const query of this.client.getQueryCache().findAll({ queryKey: ["jobs", "one"] })) {
      this.client.setQueryData<Job>(query.queryKey, (row) => row && patch(row));
    }
  }

  private workers(events: LiveEvent[]): void {
    const beats = new Map(events.map((event) => [event.data.worker_id as string, event.data]));
    for (const query of this.client.getQueryCache().findAll({ queryKey: ["workers"] })) {
      const data = query.state.data as Items<Worker> | undefined;
      if (!data) continue;
      const known = new Set(data.items.map((worker) => worker.worker_id));
      if ([...beats.keys()].some((id) => !known.has(id))) this.refresher.touch("workers", "");
      const items = data.items.map((worker) => {
        const beat = beats.get(worker.worker_id);
        return beat ? patchWorker(worker, beat) : worker;
      });
      this.client.setQueryData(query.queryKey, { ...data, items });
    }
  }
}

function folded(row: ExecutionRow, events: LiveEvent[]): ExecutionRow {
  return events.reduce((one, event) => patchExecution(one, event.type, event.data), row);
}

function patchList(
  data: Listed<ExecutionRow>, byId: Map<string, LiveEvent[]>, events: LiveEvent[], filters: Filters,
): Listed<ExecutionRow> {
  const patched = mapRows(data, (row) => {
    const some = byId.get(row.execution_id);
    return some ? folded(row, some) : row;
  });
  const first = patched.pages[0];
  if (!first) return patched;
  const known = new Set(patched.pages.flatMap((page) => page.items as Rows).map((row) => row.execution_id));
  const added = events
    .filter((event) => event.type === "ExecutionCreated" && !known.has(event.data.execution_id!))
    .map((event) => folded(newExecution(event.data), byId.get(event.data.execution_id!) ?? []))
    .filter((row) => belongs(row, filters))
    .reverse();
  if (!added.length) return patched;
  const top = { ...first, items: [...added, ...first.items], total: (first.total ?? 0) + added.length };
  return { ...patched, pages: [top, ...patched.pages.slice(1)] };
}

function mapRows<Row>(data: Listed<Row>, change: (row: Row) => Row): Listed<Row> {
  let changed = false;
  const pages = data.pages.map((page) => {
    const items = page.items.map((row) => {
      const after = change(row);
      if (after !== row) changed = true;
      return after;
    });
    return { ...page, items };
  });
  return changed ? { ...data, pages } : data;
}

/** Which families of reads a batch of events concerns, each with the offset to wait for. */
export function touched(events: LiveEvent[]): Map<Family, string> {
  const found = new Map<Family, string>();
  for (const event of events) for (const family of familiesOf(event)) found.set(family, event.token || (found.get(family) ?? ""));
  return found;
}

function familiesOf({ type, data }: LiveEvent): Family[] {
  if (type === "WorkerHeartbeat") return [];
  if (type === "WorkerStopped") return ["workers", "summary", "queues"];
  const asked: Family[] = data.actor ? ["audit"] : [];
  if (type.startsWith("DeadLetter")) return [...asked, "dead-letters", "summary"];
  if (type.startsWith("Job")) return [...asked, "jobs", "summary", "dependencies"];
  const run: Family[] = ["executions", "summary", "queues", "timeline", "dependencies", "calendar"];
  return type === "ExecutionFailed" ? [...asked, ...run, "dead-letters"] : [...asked, ...run];
}
