import { useNavigate } from "@tanstack/react-router";
import { createJob } from "~/api/actions";
import { act } from "~/api/useAct";
import { useMay } from "~/shell/session";
import { AdminsOnly } from "~/ui/Empty";
import { PageHead } from "~/ui/Panel";
import { BLANK, trimmed } from "./form";
import { JobForm } from "./JobForm";

export default function NewJob() {
  const navigate = useNavigate();
  if (!useMay("manage")) return <AdminsOnly />;
  return (
    <>
      <PageHead title="New job" hint="What runs, and when. The server looks at it as you type; nothing is saved before you say so." />
      <JobForm
        start={BLANK}
        verb="Create job"
        action={(spec) => createJob(trimmed(spec))}
        onSave={async (action, spec) => {
          await act(action, { done: `Created ${spec.name}`, refresh: ["jobs", "summary"] });
          void navigate({ to: "/jobs/$job", params: { job: spec.name } });
        }}
      />
    </>
  );
}
