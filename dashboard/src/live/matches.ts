/** Whether a new execution belongs into a list, by the list's filters. Where an event cannot tell, it does not. */
import type { Filters } from "~/api/lists";
import type { ExecutionRow } from "~/api/types";

export function belongs(row: ExecutionRow, filters: Filters): boolean {
  return Object.entries(filters).every(([name, wanted]) => {
    if (wanted === undefined || wanted === "" || (Array.isArray(wanted) && !wanted.length)) return true;
    if (name === "sort") return wanted === "-created_at";
    if (name === "job") return wanted === row.job_name || wanted === row.job_id;
    if (name === "status") return [wanted].flat().includes(row.status);
    if (name === "handler" || name === "queue" || name === "origin") return wanted === row[name];
    return false;
  });
}
