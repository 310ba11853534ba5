import { Link, useNavigate } from "@tanstack/react-router";
import { jobList } from "~/api/lists";
import type { JobRow } from "~/api/types";
import { useKeys } from "~/shell/keys";
import { useMay } from "~/shell/session";
import type { BulkDeed } from "~/ui/BulkBar";
import { buttonLook } from "~/ui/Button";
import { Empty } from "~/ui/Empty";
import { Icon } from "~/ui/Icon";
import { ListPage } from "~/ui/ListPage";
import { PageHead } from "~/ui/Panel";
import { JOB_COLUMNS, jobCard } from "./columns";
import { JOB_FIELDS, JOB_SORT } from "./fields";

const DEEDS: BulkDeed[] = [
  { action: "trigger_jobs", label: "Trigger", icon: "play", note: "Each runs once, now, besides its schedule." },
  { action: "pause_jobs", label: "Pause", icon: "pause" },
  { action: "resume_jobs", label: "Resume", icon: "play", note: "Due times of the pause are skipped." },
  { action: "delete_jobs", label: "Delete", icon: "trash", danger: true, note: "They will not run any more. Their history stays." },
];
const keyOf = (job: JobRow) => job.job_id;

export default function Jobs() {
  const navigate = useNavigate();
  const manages = useMay("manage");
  useKeys(manages ? { n: () => void navigate({ to: "/jobs/new" }) } : {});
  const create = <Link to="/jobs/new" className={buttonLook("primary")}><Icon name="plus" size={15} />New job</Link>;
  return (
    <>
      <PageHead title="Jobs" actions={manages && create} />
      <ListPage<JobRow>
        noun="jobs"
        fields={JOB_FIELDS}
        sort={JOB_SORT}
        placeholder="Search, or filter with status: handler: tag: …"
        list={jobList}
        columns={JOB_COLUMNS}
        rowKey={keyOf}
        open={(job) => void navigate({ to: "/jobs/$job", params: { job: job.name } })}
        card={jobCard}
        deeds={manages ? DEEDS : []}
        empty={
          <Empty icon="jobs" title="There are no jobs yet" command="tickwheel job create hello --handler noop --schedule '*/5 * * * *'" action={manages && create}>
            A job says what runs (a handler with a payload) and when (cron, an interval, once, or only when asked). Make one here, or from a terminal:
          </Empty>
        }
      />
    </>
  );
}
