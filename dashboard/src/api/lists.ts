/** Lists page by page, kept as one growing list. Filters are those of the URL, as the API names them. */
import { infiniteQueryOptions, type InfiniteData } from "@tanstack/react-query";
import type { Query } from "./http";
import { read, type Family } from "./read";
import type { AuditRow, DeadLetter, ExecutionRow, JobRow, Page } from "./types";

export type Filters = Record<string, string | string[] | undefined>;
export type Listed<Row> = InfiniteData<Page<Row>, string>;
export const PAGE_ROWS = 100;

function list<Row>(family: Family, path: string, filters: Filters, rows = PAGE_ROWS) {
  return infiniteQueryOptions({
    queryKey: [family, "list", filters, rows] as const,
    queryFn: ({ pageParam, signal }) =>
      // Counting is for the first page: it would cost as much again on each of the others.
      read<Page<Row>>(family, path, { ...(filters as Query), limit: rows, cursor: pageParam, total: pageParam === "" }, signal),
    initialPageParam: "",
    getNextPageParam: (last: Page<Row>) => last.next ?? undefined,
  });
}

export const jobList = (filters: Filters, rows?: number) => list<JobRow>("jobs", "/api/v1/jobs", filters, rows);
export const executionList = (filters: Filters, rows?: number) =>
  list<ExecutionRow>("executions", "/api/v1/executions", filters, rows);
export const deadLetterList = (filters: Filters, rows?: number) =>
  list<DeadLetter>("dead-letters", "/api/v1/dead-letter", filters, rows);
export const auditList = (filters: Filters, rows?: number) => list<AuditRow>("audit", "/api/v1/audit", filters, rows);

export function rowsOf<Row>(data: InfiniteData<Page<Row>, unknown> | undefined): Row[] {
  return data?.pages.flatMap((page) => page.items) ?? [];
}
