import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { preview } from "~/api/queries";
import type { NextRuns, Validation } from "~/api/types";
import { absolute } from "~/time/format";
import { Spinner } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { Panel } from "~/ui/Panel";
import { Time } from "~/ui/Time";
import type { Form } from "./form";
import { AFTER_MS } from "./useValidation";

/** What the server makes of the form: whether it would take it, and the next ten runs with notes on daylight saving. */
export function Preview({ form, found, asking, fault, ready }: { form: Form; found?: Validation; asking: boolean; fault?: unknown; ready: boolean }) {
  const early = useEarly(form, !found);
  const next = found?.next ?? early?.items ?? [];
  const zone = found?.timezone ?? form.timezone;
  return (
    <Panel flush title="The server's view" actions={asking && <Spinner className="text-muted" />}>
      <div role="status" className="px-4 py-3">
        {!ready ? <p className="text-muted">Give it a name and a handler, and the server tells whether it would take it.</p> : fault ? (
          <p className="text-warn">The server could not look at it: {fault instanceof Error ? fault.message : String(fault)}</p>
        ) : !found ? <p className="text-muted">Asking …</p> : found.valid ? (
          <p className="flex items-center gap-2 font-medium text-ok"><Icon name="check" />It would be accepted</p>
        ) : (
          <ul className="space-y-1 text-bad">{found.errors.map((error) => <li key={error.field + error.message}><span className="font-medium">{error.field || "it"}</span>: {error.message}</li>)}</ul>
        )}
        {found && found.warnings.length > 0 && <ul className="mt-2 space-y-1 text-warn">{found.warnings.map((warning) => <li key={warning.field + warning.message}>{warning.message}</li>)}</ul>}
      </div>
      {next.length > 0 && (
        <>
          <h3 className="border-t px-4 pt-3 pb-1 text-xs font-medium text-muted">Next runs, {zone}</h3>
          <ol className="divide-y">
            {next.slice(0, 10).map((run) => (
              <li key={run.due_at} className="px-4 py-1.5">
                <div className="flex items-baseline justify-between gap-3"><span className="tabular">{absolute(Date.parse(run.due_at), zone)}</span><span className="text-xs text-muted"><Time at={run.due_at} zone={zone} /></span></div>
                {run.note && <p className="text-xs text-warn">{run.note}</p>}
              </li>
            ))}
          </ol>
        </>
      )}
    </Panel>
  );
}

/** The next runs of a schedule that has no name yet: nobody should have to finish the form to see them. */
function useEarly(form: Form, wanted: boolean): NextRuns | undefined {
  const { schedule, interval, timezone, dst_gap, dst_repeat, name } = form;
  const asked = { timezone, dst_gap, dst_repeat, name, ...(form.when === "schedule" ? { schedule } : { interval }) };
  const [settled, setSettled] = useState(asked);
  const text = JSON.stringify(asked);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(JSON.parse(text) as typeof asked), AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  const timed = form.when === "schedule" || form.when === "interval";
  return useQuery({ ...preview({ ...settled, n: 10 }), enabled: wanted && timed && text === JSON.stringify(settled) }).data;
}
