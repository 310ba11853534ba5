import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { updateJob } from "~/api/actions";
import { job as jobQuery } from "~/api/queries";
import type { Job } from "~/api/types";
import { act } from "~/api/useAct";
import { useMay } from "~/shell/session";
import { AdminsOnly, Loading, NotShown } from "~/ui/Empty";
import { PageHead } from "~/ui/Panel";
import { formOf, hiddenOf } from "./form";
import { JobForm } from "./JobForm";

export default function EditJob() {
  const { job: name } = useParams({ strict: false }) as { job: string };
  const asked = useQuery(jobQuery(name));
  if (!useMay("manage")) return <AdminsOnly />;
  if (asked.isPending) return <Loading rows={6} />;
  if (!asked.data) return <NotShown fault={asked.error} what="the job" to="/jobs" list="All jobs" />;
  return <Edit key={name} job={asked.data} />;
}

function Edit({ job }: { job: Job }) {
  const navigate = useNavigate();
  // The version that the person began with: a change by somebody else meanwhile is refused, not overwritten.
  const [began] = useState(job);
  return (
    <>
      <PageHead above={<Link to="/jobs/$job" params={{ job: job.name }} className="rounded hover:underline">{job.name}</Link>} title={`Edit ${job.name}`} hint={`Makes version ${began.version + 1}. What has run keeps the version it ran with.`} />
      {job.version !== began.version && <p role="alert" className="mb-4 rounded-md bg-warn-tint px-4 py-2 text-warn">Somebody has changed it to version {job.version} meanwhile. Saving will be refused: open the form again.</p>}
      <JobForm
        start={formOf(began)}
        base={hiddenOf(began)}
        existing={job.name}
        verb="Save"
        action={(spec) => updateJob(job.name, spec, began.version)}
        onSave={async (action) => {
          await act(action, { done: `Saved ${job.name}`, refresh: ["jobs"] });
          void navigate({ to: "/jobs/$job", params: { job: job.name } });
        }}
      />
    </>
  );
}
