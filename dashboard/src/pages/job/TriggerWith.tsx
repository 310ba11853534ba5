import { lazy, Suspense, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { triggerJob } from "~/api/actions";
import { handlers } from "~/api/queries";
import type { Job } from "~/api/types";
import { Button, Spinner } from "~/ui/Button";
import { AsCommands } from "~/ui/Confirm";
import { Dialog } from "~/ui/Dialog";
import { trigger } from "../jobs/deeds";

const JsonEditor = lazy(() => import("~/ui/JsonEditor"));

/** One run with a payload of its own. */
export function TriggerWith({ job }: { job: Job }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Trigger with …</Button>
      {open && <Editor job={job} onClose={() => setOpen(false)} />}
    </>
  );
}

function Editor({ job, onClose }: { job: Job; onClose: () => void }) {
  const [text, setText] = useState(JSON.stringify(job.payload ?? {}, null, 2));
  const schema = useQuery(handlers()).data?.items.find((one) => one.handler === job.handler)?.payload_schema;
  const payload = parsed(text);
  const go = async () => {
    await trigger(job, payload);
    onClose();
  };
  return (
    <Dialog wide title={`Trigger ${job.name} with another payload`} onClose={onClose} footer={<><Button onClick={onClose}>Cancel</Button><Button look="primary" icon="play" disabled={payload === undefined} onClick={() => void go()}>Trigger</Button></>}>
      <p className="mb-2 text-muted">For this run only; the job keeps its own.</p>
      <Suspense fallback={<Spinner />}><JsonEditor label="Payload" value={text} onChange={setText} schema={schema ?? undefined} /></Suspense>
      {payload !== undefined && <div className="mt-3"><AsCommands action={triggerJob(job.name, payload)} /></div>}
    </Dialog>
  );
}

export function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text || "{}");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
