import { useState } from "react";
import { backfillJob } from "~/api/actions";
import { Problem } from "~/api/http";
import type { Decision, Job } from "~/api/types";
import { act } from "~/api/useAct";
import { Button } from "~/ui/Button";
import { AsCommands } from "~/ui/Confirm";
import { Dialog } from "~/ui/Dialog";
import { Field, Input } from "~/ui/Field";

const local = (ms: number) => {
  const at = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return at.toISOString().slice(0, 16);
};
const instant = (text: string) => new Date(text).toISOString();

/** Runs for a range of the past: first counted, then done. */
export function BackfillButton({ job }: { job: Job }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="history" onClick={() => setOpen(true)}>Backfill</Button>
      {open && <Form job={job} onClose={() => setOpen(false)} />}
    </>
  );
}

function Form({ job, onClose }: { job: Job; onClose: () => void }) {
  const [since, setSince] = useState(local(Date.now() - 86_400_000));
  const [until, setUntil] = useState(local(Date.now()));
  const [planned, setPlanned] = useState<number>();
  const [busy, setBusy] = useState(false);
  const valid = since && until && since < until;
  const run = async (dryRun: boolean) => {
    setBusy(true);
    try {
      const found = await act<Decision>(backfillJob(job.name, instant(since), instant(until), dryRun), { done: dryRun ? undefined : "The backfill has begun", refresh: ["executions"] });
      if (dryRun) setPlanned(found.backfill?.count ?? 0);
      else onClose();
    } catch (fault) {
      if (!(fault instanceof Problem)) throw fault;
    } finally {
      setBusy(false);
    }
  };
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      {planned === undefined ? (
        <Button look="primary" busy={busy} disabled={!valid} onClick={() => void run(true)}>Count first</Button>
      ) : (
        <Button look="primary" busy={busy} disabled={!planned} onClick={() => void run(false)}>Run {planned.toLocaleString("en-US")}</Button>
      )}
    </>
  );
  return (
    <Dialog title={`Backfill ${job.name}`} onClose={onClose} footer={footer}>
      <div className="grid gap-3 sm:grid-cols-2" onChange={() => setPlanned(undefined)}>
        <Field label="From" hint="Your time"><Input type="datetime-local" value={since} onChange={(event) => setSince(event.target.value)} /></Field>
        <Field label="To, not included"><Input type="datetime-local" value={until} onChange={(event) => setUntil(event.target.value)} /></Field>
      </div>
      <p role="status" className="my-3">{planned === undefined ? "Due times of this range that have no execution get one. Nothing runs before it was counted." : `${planned.toLocaleString("en-US")} due times in this range would run.`}</p>
      {valid && <AsCommands action={backfillJob(job.name, instant(since), instant(until), planned === undefined)} />}
    </Dialog>
  );
}
