import { lazy, Suspense } from "react";
import type { Job } from "~/api/types";
import { When } from "~/ui/When";

const CronWords = lazy(() => import("~/ui/CronWords"));

/** The schedule, and the same in words. */
export function Schedule({ job }: { job: Job }) {
  return (
    <span>
      <When job={job} />
      {job.cron && <span className="block text-xs text-muted"><Suspense fallback=" "><CronWords cron={job.cron} /></Suspense></span>}
    </span>
  );
}
