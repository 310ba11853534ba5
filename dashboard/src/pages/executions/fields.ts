import { values } from "~/api/queries";
import { EXECUTION_STATUSES, ORIGINS } from "~/api/types";
import { SINCE, UNTIL, type FilterField } from "~/ui/filters";

export const EXECUTION_FIELDS: FilterField[] = [
  { name: "status", label: "Status", several: true, options: EXECUTION_STATUSES },
  { name: "job", label: "Job", options: (typed) => values("job", typed) },
  { name: "handler", label: "Handler", options: (typed) => values("handler", typed) },
  { name: "queue", label: "Queue", options: (typed) => values("queue", typed) },
  { name: "owner", label: "Owner", options: (typed) => values("owner", typed) },
  { name: "origin", label: "Origin", options: ORIGINS, hint: "Why it exists" },
  { name: "worker", label: "Worker", options: (typed) => values("worker", typed) },
  { name: "backfill", label: "Backfill", hint: "The backfill it belongs to" },
  SINCE,
  UNTIL,
  { ...SINCE, name: "due_since", label: "Due since", hint: "By the due time, as the calendar counts" },
  { ...SINCE, name: "due_until", label: "Due until", hint: "By the due time, as the calendar counts" },
];
export const EXECUTION_SORT = "-created_at";
