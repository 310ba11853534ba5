import type { Validation } from "~/api/types";
import { absolute } from "~/time/format";
import { Spinner } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { Panel } from "~/ui/Panel";
import { Time } from "~/ui/Time";
import type { Form } from "./form";

/** What the server makes of the form: whether it would take it, and the next ten runs with notes on daylight saving. */
export function Preview({ form, found, asking, ready }: { form: Form; found?: Validation; asking: boolean; ready: boolean }) {
  return (
    <Panel flush title="The server's view" actions={asking && <Spinner className="text-muted" />}>
      <div role="status" className="px-4 py-3">
        {!ready || !found ? <p className="text-muted">{ready ? "Asking …" : "Give it a name and a handler, and the server tells whether it would take it."}</p> : found.valid ? (
          <p className="flex items-center gap-2 font-medium text-ok"><Icon name="check" />It would be accepted</p>
        ) : (
          <ul className="space-y-1 text-bad">{found.errors.map((error) => <li key={error.field + error.message}><span className="font-medium">{error.field || "it"}</span>: {error.message}</li>)}</ul>
        )}
        {found && found.warnings.length > 0 && <ul className="mt-2 space-y-1 text-warn">{found.warnings.map((warning) => <li key={warning.field + warning.message}>{warning.message}</li>)}</ul>}
      </div>
      {found && found.next.length > 0 && (
        <>
          <h3 className="border-t px-4 pt-3 pb-1 text-xs font-medium text-muted">Next runs, {form.when === "schedule" ? form.timezone : found.timezone}</h3>
          <ol className="divide-y">
            {found.next.slice(0, 10).map((run) => (
              <li key={run.due_at} className="px-4 py-1.5">
                <div className="flex items-baseline justify-between gap-3"><span className="tabular">{absolute(Date.parse(run.due_at), found.timezone)}</span><span className="text-xs text-muted"><Time at={run.due_at} zone={found.timezone} /></span></div>
                {run.note && <p className="text-xs text-warn">{run.note}</p>}
              </li>
            ))}
          </ol>
        </>
      )}
    </Panel>
  );
}
