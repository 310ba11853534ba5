import { values } from "~/api/queries";
import { JOB_STATUSES, WHEN_KINDS } from "~/api/types";
import type { FilterField } from "~/ui/filters";

export const JOB_FIELDS: FilterField[] = [
  { name: "status", label: "Status", several: true, options: JOB_STATUSES },
  { name: "handler", label: "Handler", options: (typed) => values("handler", typed) },
  { name: "queue", label: "Queue", options: (typed) => values("queue", typed) },
  { name: "owner", label: "Owner", options: (typed) => values("owner", typed) },
  { name: "when", label: "When", options: WHEN_KINDS, hint: "What says when it runs" },
  { name: "tag", label: "Tag", several: true, options: (typed) => values("tag", typed), hint: "As team=billing" },
  { name: "deleted", label: "Deleted", options: ["true", "false"] },
];
export const JOB_SORT = "-created_at";
