import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { read } from "~/api/read";
import { values } from "~/api/queries";
import type { TimelineAnswer } from "~/api/types";
import { one, type Search } from "~/shell/search";
import { duration } from "~/time/format";
import { useNow } from "~/time/now";
import { Button, IconButton } from "~/ui/Button";
import { Empty, Failed, Loading } from "~/ui/Empty";
import { Choice } from "~/ui/Field";
import { FilterBar } from "~/ui/FilterBar";
import type { FilterField } from "~/ui/filters";
import { PageHead } from "~/ui/Panel";
import { Dot } from "~/ui/Status";
import { lanesOf, type LaneBy } from "./lanes";
import { Lanes } from "./Lanes";

const FIELDS: FilterField[] = [
  { name: "job", label: "Job", options: (typed) => values("job", typed) },
  { name: "handler", label: "Handler", options: (typed) => values("handler", typed) },
  { name: "queue", label: "Queue", options: (typed) => values("queue", typed) },
  { name: "worker", label: "Worker", options: (typed) => values("worker", typed) },
];
const SPANS: [string, string][] = [["300", "5 min"], ["900", "15 min"], ["3600", "1 h"], ["21600", "6 h"], ["86400", "24 h"]];
const SHORTEST_S = 10;
const LONGEST_S = 31 * 86_400;

const LEGEND: [string, string][] = [
  ["COMPLETED", "completed"], ["RUNNING", "running"], ["FAILED", "failed or lost"], ["RELEASED", "given back, for another worker"], ["CANCELLED", "cancelled"],
];

function Legend() {
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-5 gap-y-1 border-t px-4 py-2.5 text-xs text-muted">
      {LEGEND.map(([status, words]) => <li key={status} className="inline-flex items-center gap-1.5"><Dot status={status} className="animate-none" />{words}</li>)}
    </ul>
  );
}

export default function Timeline() {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const span = Math.min(LONGEST_S, Math.max(SHORTEST_S, Number(one(search.span)) || 900));
  const by = (one(search.by) || "job") as LaneBy;
  const end = Number(one(search.end)) || 0;
  const now = useNow(span < 1_800 ? 1_000 : 5_000);
  const until = end || now;
  const filters = Object.fromEntries(FIELDS.map(({ name }) => [name, one(search[name])]));
  const asked = useQuery({
    queryKey: ["timeline", { span, end, ...filters }],
    queryFn: () => {
      const last = end || Date.now();
      return read<TimelineAnswer>("timeline", "/api/v1/timeline", { since: new Date(last - span * 1_000).toISOString(), until: new Date(last + 1_000).toISOString(), limit: 3_000, ...filters });
    },
    placeholderData: (old) => old,
    refetchInterval: end ? false : 15_000,
  });
  const items = asked.data?.items;
  const lanes = useMemo(() => lanesOf(items ?? [], by, now), [items, by, end ? 0 : now]);
  const go = (change: Search) => void navigate({ to: ".", search: { ...search, ...change } as never, replace: true, resetScroll: false });
  /** Around an instant that stays where it is. */
  const zoom = (factor: number, around = until - span * 500) => {
    const next = Math.round(Math.min(LONGEST_S, Math.max(SHORTEST_S, span * factor)));
    const share = (until - around) / (span * 1_000);
    const last = around + share * next * 1_000;
    go({ span: String(next), end: !end && share < 0.15 ? undefined : String(Math.round(Math.min(last, Date.now()))) });
  };
  const pan = (ms: number) => {
    const last = until + ms;
    go({ end: last >= Date.now() - 500 ? undefined : String(Math.round(last)) });
  };
  return (
    <>
      <PageHead
        title="Timeline"
        hint="Each bar is an attempt. Scroll with Ctrl to zoom, drag to move."
        actions={<><Choice label="Lanes" value={by} options={[["job", "By job"], ["worker", "By worker"]]} onChange={(next) => go({ by: next === "job" ? undefined : next })} /><Choice label="Span" value={String(span)} options={SPANS} onChange={(next) => go({ span: next })} /></>}
      />
      <section className="rounded-lg border bg-surface shadow-card">
        <div className="flex flex-wrap items-center gap-2 border-b p-3">
          <FilterBar fields={FIELDS} search={search} onChange={(next) => void navigate({ to: ".", search: { span: search.span, by: search.by, end: search.end, ...next } as never, replace: true })} placeholder="Filter with job: worker: …" />
          <IconButton label="Earlier" icon="chevron" className="rotate-180" onClick={() => pan(-span * 500)} />
          <IconButton label="Later" icon="chevron" disabled={!end} onClick={() => pan(span * 500)} />
          <IconButton label="Zoom in" icon="plus" onClick={() => zoom(0.5)} />
          <IconButton label="Zoom out" icon="minus" onClick={() => zoom(2)} />
          {end ? <Button small icon="live" onClick={() => go({ end: undefined })}>Back to now</Button> : <span className="px-2 text-xs text-muted">{duration(span * 1_000)} until now</span>}
        </div>
        {asked.isPending ? <Loading rows={8} /> : asked.isError && !asked.data ? <Failed fault={asked.error} retry={() => void asked.refetch()} what="the timeline" /> : lanes.length ? (
          <Lanes lanes={lanes} since={until - span * 1_000} until={until} zoom={zoom} pan={pan} live={!end} />
        ) : <Empty icon="timeline" title="Nothing ran in this time">Take a longer span, or go back in time with the arrows.</Empty>}
        {lanes.length > 0 && <Legend />}
        {asked.data?.truncated && <p role="status" className="border-t px-4 py-2 text-xs text-warn">There is more than can be shown: the newest {asked.data.items.length.toLocaleString("en-US")} attempts. Take a shorter span, or filter.</p>}
      </section>
    </>
  );
}
