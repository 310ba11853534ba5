import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { job as jobQuery } from "~/api/queries";
import type { Job } from "~/api/types";
import { useKeys } from "~/shell/keys";
import { one, type Search } from "~/shell/search";
import { useMay } from "~/shell/session";
import { ActionMenu } from "~/ui/ActionMenu";
import { Button, buttonLook } from "~/ui/Button";
import { Loading, NotShown } from "~/ui/Empty";
import { Icon } from "~/ui/Icon";
import { PageHead } from "~/ui/Panel";
import { Pill, Status } from "~/ui/Status";
import { Tabs } from "~/ui/Tabs";
import { pause, trigger, useJobDeeds } from "../jobs/deeds";
import { DefinitionTab } from "./DefinitionTab";
import { ExecutionsTab } from "./ExecutionsTab";
import { HistoryTab } from "./HistoryTab";
import { NowTab } from "./NowTab";
import { ResumeButton } from "./ResumeButton";
import { TimeMachine } from "./TimeMachine";
import { TriggerWith } from "./TriggerWith";
import { BackfillButton } from "./Backfill";

const TABS = [
  { id: "now", label: "Now" }, { id: "executions", label: "Executions" }, { id: "definition", label: "Definition" },
  { id: "history", label: "History" }, { id: "machine", label: "Time machine" },
];

export default function JobPage() {
  const { job: name } = useParams({ strict: false }) as { job: string };
  const tab = one((useSearch({ strict: false }) as Search).tab) || "now";
  const asked = useQuery(jobQuery(name));
  if (asked.isPending) return <Loading rows={6} />;
  if (!asked.data) return <NotShown fault={asked.error} retry={() => void asked.refetch()} what="the job" to="/jobs" list="All jobs" />;
  const job = asked.data;
  return (
    <>
      <Head job={job} />
      <Tabs label="Parts of the job" tabs={TABS} active={tab} />
      {tab === "now" && <NowTab job={job} />}
      {tab === "executions" && <ExecutionsTab job={job} />}
      {tab === "definition" && <DefinitionTab definition={job.definition} job={job} />}
      {tab === "history" && <HistoryTab job={job} />}
      {tab === "machine" && <TimeMachine job={job} />}
    </>
  );
}

function Head({ job }: { job: Job }) {
  const navigate = useNavigate();
  const manages = useMay("manage");
  const runs = useMay("run");
  const { deeds, edit } = useJobDeeds(job, () => void navigate({ to: "/jobs" }));
  const gone = job.status === "DELETED";
  useKeys(manages && !gone ? { e: edit } : {});
  return (
    <PageHead
      name={job.name}
      above={<Link to="/jobs" className="rounded hover:underline">Jobs</Link>}
      title={<><span className="break-all">{job.name}</span><Status status={job.status} />{job.pause_reason && <Pill tone="warn">{job.pause_reason}</Pill>}</>}
      hint={job.description}
      actions={
        <>
          {runs && !gone && <Button icon="play" look="primary" onClick={() => void trigger(job)}>Trigger</Button>}
          {runs && !gone && <TriggerWith job={job} />}
          {manages && !gone && (job.paused_at ? <ResumeButton job={job} /> : <Button icon="pause" onClick={() => pause(job)}>Pause</Button>)}
          {manages && !gone && <Link to="/jobs/$job/edit" params={{ job: job.name }} className={buttonLook()}><Icon name="edit" size={15} />Edit</Link>}
          {manages && !gone && (job.when_kind === "cron" || job.when_kind === "interval") && <BackfillButton job={job} />}
          <ActionMenu label="More actions" deeds={deeds} />
        </>
      }
    />
  );
}
