import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { execution, job as jobQuery } from "~/api/queries";
import type { Execution } from "~/api/types";
import { useMay } from "~/shell/session";
import { ActionMenu } from "~/ui/ActionMenu";
import { Button } from "~/ui/Button";
import { Id } from "~/ui/Copy";
import { Loading, NotShown } from "~/ui/Empty";
import { Json } from "~/ui/Json";
import { Facts, PageHead, Panel } from "~/ui/Panel";
import { Time, Took } from "~/ui/Time";
import { cancel, isLive, retry, useExecutionDeeds } from "../executions/deeds";
import { RunStatus } from "../executions/RunStatus";
import { Attempts } from "./Attempts";
import { Logs } from "./Logs";
import { WhyPanel } from "./WhyPanel";

export default function ExecutionPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const asked = useQuery({ ...execution(id), refetchInterval: ({ state }) => (state.data && state.data.status === "RUNNING" ? 3_000 : false) });
  if (asked.isPending) return <Loading rows={6} />;
  if (!asked.data) return <NotShown fault={asked.error} retry={() => void asked.refetch()} what="the execution" to="/executions" list="All executions" />;
  const run = asked.data;
  return (
    <>
      <Head run={run} />
      <div className="space-y-4">
        {isLive(run) && run.status !== "RUNNING" && <WhyPanel run={run} />}
        {run.status === "RUNNING" && run.progress !== null && <Progress run={run} />}
        {run.status === "FAILED" && <Failure run={run} />}
        {(run.status === "SKIPPED" || run.status === "CANCELLED") && run.error_message && <p role="note" className="rounded-lg border bg-idle-tint px-4 py-3 text-idle">{run.status === "SKIPPED" ? "Skipped" : "Cancelled"}: {run.error_message}</p>}
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="space-y-4"><Attempts run={run} /><Logs run={run} /></div>
          <div className="space-y-4"><About run={run} /><Given run={run} /></div>
        </div>
      </div>
    </>
  );
}

function Head({ run }: { run: Execution }) {
  const navigate = useNavigate();
  const manages = useMay("manage");
  const runs = useMay("run");
  const deeds = useExecutionDeeds(run);
  const again = async () => {
    const made = await retry(run);
    if (made?.execution_id) void navigate({ to: "/executions/$id", params: { id: made.execution_id } });
  };
  return (
    <PageHead
      name={`Run of ${run.job_name}`}
      above={<><Link to="/executions" className="rounded hover:underline">Executions</Link> of <Link to="/jobs/$job" params={{ job: run.job_name }} className="rounded hover:underline">{run.job_name}</Link></>}
      title={<><Link to="/jobs/$job" params={{ job: run.job_name }} className="rounded break-all hover:underline">{run.job_name}</Link><RunStatus run={run} /><span className="font-normal"><Id id={run.execution_id} /></span></>}
      actions={
        <>
          {run.status === "FAILED" && runs && <Button look="primary" icon="retry" onClick={() => void again()}>Retry</Button>}
          {isLive(run) && manages && <Button look="danger" icon="stop" onClick={() => cancel(run)}>Cancel</Button>}
          <ActionMenu label="More actions" deeds={deeds} />
        </>
      }
    />
  );
}

function Progress({ run }: { run: Execution }) {
  const percent = Math.round((run.progress ?? 0) * 100);
  return (
    <Panel>
      <div className="flex justify-between gap-4"><span>{run.progress_message || "In progress"}</span><span className="tabular font-medium">{percent} %</span></div>
      <div role="progressbar" aria-label="Progress" aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100} className="mt-2 h-1.5 overflow-hidden rounded-full bg-line"><div className="h-full rounded-full bg-run-solid transition-all" style={{ width: `${percent}%` }} /></div>
    </Panel>
  );
}

function Failure({ run }: { run: Execution }) {
  return (
    <div role="note" className="rounded-lg border border-bad-solid/40 bg-bad-tint px-4 py-3 text-bad">
      <p className="font-medium break-words">{run.error_class && <span title={run.error_class}>{run.error_class.split(".").at(-1)}: </span>}{run.error_message}</p>
      <p className="mt-0.5 text-xs">It failed for good after {run.attempt} {run.attempt === 1 ? "attempt" : "attempts"}, and is kept among the <Link to="/dead-letters" search={{ tab: "all", job: run.job_name } as never} className="rounded underline underline-offset-2">dead letters</Link> until somebody decides.</p>
    </div>
  );
}

function About({ run }: { run: Execution }) {
  const { data: job } = useQuery(jobQuery(run.job_name));
  const zone = job?.timezone;
  return (
    <Panel title="About">
      <Facts columns="grid-cols-2" items={[
        ["Due", <Time key="due" at={run.due_at} zone={zone} both />],
        ...(run.scheduled_at && run.scheduled_at !== run.due_at ? [[run.origin === "backfill" ? "Makes up for" : "By the schedule", <Time key="for" at={run.scheduled_at} zone={zone} both />] as [string, React.ReactNode]] : []),
        ["Started", <Time key="started" at={run.started_at} zone={zone} both none="not yet" />],
        ["Ended", <Time key="ended" at={run.finished_at} zone={zone} both none="not yet" />],
        ["Took", <Took key="took" from={run.started_at} to={run.finished_at} />],
        ["Why it exists", run.origin.replaceAll("_", " ")],
        ["The job", <Link key="then" to="/jobs/$job" params={{ job: run.job_name }} search={{ tab: "machine", at: run.created_at } as never} className="rounded text-accent hover:underline">as it stood then</Link>],
        ["Handler", <span key="handler" className="font-mono text-xs">{run.handler}</span>],
        ["Queue and priority", `${run.queue}, ${run.priority}`],
        ["Worker", run.worker_id ? <Id key="worker" id={run.worker_id} /> : null],
        ...(run.retry_of ? [["Runs again", <Link key="of" to="/executions/$id" params={{ id: run.retry_of }} className="rounded font-mono text-xs text-accent hover:underline">{run.retry_of.slice(0, 8)}</Link>] as [string, React.ReactNode]] : []),
        ...(run.backfill_id ? [["Backfill", <Link key="fill" to="/executions" search={{ backfill: run.backfill_id } as never} className="rounded font-mono text-xs text-accent hover:underline">{run.backfill_id.slice(0, 8)}</Link>] as [string, React.ReactNode]] : []),
      ]} />
    </Panel>
  );
}

function Given({ run }: { run: Execution }) {
  const { data: job } = useQuery(jobQuery(run.job_name));
  const own = run.payload !== null;
  return (
    <>
      <Panel title="Payload" hint={own ? "its own" : "the job's"}><Json label="payload" value={own ? run.payload : (job?.payload ?? {})} /></Panel>
      <Panel title="Result">{run.result !== null ? <Json label="result" value={run.result} /> : <p className="text-muted">{run.finished_at ? "It returned nothing." : "There is none yet."}</p>}</Panel>
    </>
  );
}
