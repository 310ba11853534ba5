import { Link } from "@tanstack/react-router";
import type { ExecutionRow } from "~/api/types";
import { absolute, duration } from "~/time/format";
import { Empty } from "~/ui/Empty";
import { solid, wordOf } from "~/ui/Status";

/** The last runs side by side, oldest left: how long each took, and how it ended. */
export function RunStrip({ runs }: { runs: ExecutionRow[] }) {
  if (!runs.length) return <Empty icon="timeline" title="No runs yet" />;
  const took = (run: ExecutionRow) => (run.started_at && run.finished_at ? Math.max(0, Date.parse(run.finished_at) - Date.parse(run.started_at)) : 0);
  const longest = Math.max(1, ...runs.map(took));
  return (
    <div>
      <ol className="flex h-20 items-end justify-end gap-[3px]" aria-label="Last runs">
        {[...runs].reverse().map((run) => {
          const text = `${wordOf(run.status)}, due ${absolute(Date.parse(run.due_at))}, took ${duration(took(run))}`;
          return (
            <li key={run.execution_id} className="flex h-full max-w-5 min-w-0 flex-1 items-end">
              <Link to="/executions/$id" params={{ id: run.execution_id }} title={text} aria-label={text} className={`block w-full rounded-sm opacity-85 hover:opacity-100 ${solid(run.status)}`} style={{ height: `${12 + 88 * Math.sqrt(took(run) / longest)}%` }} />
            </li>
          );
        })}
      </ol>
      <p className="mt-2 flex justify-between text-xs text-muted"><span>older</span>{longest > 1 && <span className="tabular">longest {duration(longest)}</span>}<span>newer</span></p>
    </div>
  );
}
