import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { why } from "~/api/queries";
import type { ExecutionRow } from "~/api/types";
import { duration } from "~/time/format";
import { useNow } from "~/time/now";
import { Icon } from "~/ui/Icon";
import { Time } from "~/ui/Time";

const HELP: Record<string, React.ReactNode> = {
  turn: "Another execution of this job goes first; see the job's overlap rule.",
  resume: "The job is paused: resume it.",
  upstreams: "Jobs that it depends on have not completed yet.",
};

/** The answer to "why is this not running?". */
export function WhyPanel({ run }: { run: ExecutionRow }) {
  const asked = useQuery({ ...why(run.execution_id), refetchInterval: 5_000 });
  const found = asked.data;
  const now = useNow();
  const ahead = run.not_before !== null && Date.parse(run.not_before) > now;
  return (
    <section aria-label="Why it waits" className="flex gap-3 rounded-lg border border-run-solid/40 bg-run-tint px-4 py-3">
      <Icon name="clock" className="mt-0.5 text-run" />
      <div className="min-w-0">
        <h2 className="font-semibold text-run">Why it waits</h2>
        <p data-why className="mt-0.5 break-words">{found ? capital(found.why) : "Looking …"}</p>
        <p className="mt-1 text-xs text-muted">
          {HELP[found?.waits_for ?? ""] ?? (ahead ? "It starts by itself when its time comes." : "It starts by itself once that is no longer so.")} {ahead && <>Not before <Time at={run.not_before} />. </>}
          {found && found.overdue_ms > 1_000 && <span className="text-warn">Overdue by {duration(found.overdue_ms)}. </span>}
          <Link to="/queues" className="rounded underline underline-offset-2">Queue {run.queue}</Link>
        </p>
      </div>
    </section>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
