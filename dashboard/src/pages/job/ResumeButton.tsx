import { useState } from "react";
import { resumeJob } from "~/api/actions";
import type { Job } from "~/api/types";
import { Button } from "~/ui/Button";
import { AsCommands } from "~/ui/Confirm";
import { Dialog } from "~/ui/Dialog";
import { resume } from "../jobs/deeds";

type Missed = "skip" | "latest" | "all";
const CHOICES: [Missed, string, string][] = [
  ["skip", "Skip them", "Go on with the next due time."],
  ["latest", "Run the latest", "One run stands for all that were missed."],
  ["all", "Run all", "Each missed due time gets its run, up to the job's cap."],
];

/** A schedule goes on; what fell into the pause is the person's choice. */
export function ResumeButton({ job }: { job: Job }) {
  const [open, setOpen] = useState(false);
  const [missed, setMissed] = useState<Missed>("skip");
  const scheduled = job.when_kind === "cron" || job.when_kind === "interval";
  const go = () => {
    setOpen(false);
    resume(job, missed);
  };
  return (
    <>
      <Button icon="play" onClick={() => (scheduled ? setOpen(true) : resume(job))}>Resume</Button>
      {open && (
        <Dialog title={`Resume ${job.name}`} onClose={() => setOpen(false)} footer={<><Button onClick={() => setOpen(false)}>Cancel</Button><Button look="primary" onClick={go} autoFocus>Resume now</Button></>}>
          <fieldset className="space-y-2.5">
            <legend className="mb-2 text-muted">What becomes of the due times of the pause?</legend>
            {CHOICES.map(([value, label, hint]) => (
              <label key={value} className="flex items-start gap-2">
                <input type="radio" name="missed" checked={missed === value} onChange={() => setMissed(value)} className="mt-0.5 accent-accent" />
                <span>{label}<span className="block text-xs text-muted">{hint}</span></span>
              </label>
            ))}
          </fieldset>
          <div className="mt-4"><AsCommands action={resumeJob(job.name, missed)} /></div>
        </Dialog>
      )}
    </>
  );
}
