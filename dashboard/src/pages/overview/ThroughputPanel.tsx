import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo } from "react";
import { throughput } from "~/api/queries";
import { duration } from "~/time/format";
import { Failed } from "~/ui/Empty";
import { Choice } from "~/ui/Field";
import { Panel } from "~/ui/Panel";
import { Dot } from "~/ui/Status";
import { useParam } from "~/ui/useParam";

const Chart = lazy(() => import("~/ui/Chart"));
const RANGES = { "1 h": [1, 60], "6 h": [6, 300], "24 h": [24, 900], "7 d": [168, 7_200] } as const;
type Range = keyof typeof RANGES;

export function ThroughputPanel() {
  const [range, setRange] = useParam<Range>("range", "1 h");
  const [hours, stepS] = RANGES[range] ?? RANGES["1 h"];
  const asked = useQuery(throughput(hours, stepS));
  const items = asked.data?.items;
  const data = useMemo(() => {
    const steps = items ?? [];
    return {
      times: steps.map((step) => Date.parse(step.at) / 1_000),
      ended: steps.map((step) => step.completed + step.failed),
      failed: steps.map((step) => step.failed),
      late: steps.map((step) => step.p95_late_ms),
    };
  }, [items]);
  const ranges = (Object.keys(RANGES) as Range[]).map((name) => [name, name] as const);
  return (
    <Panel title="Throughput" hint={`ended every ${duration(stepS * 1_000)}`} actions={<Choice label="Range" value={range} options={ranges} onChange={setRange} />}>
      {asked.isError && !items ? <Failed fault={asked.error} what="the figures" /> : (
        <Suspense fallback={<div style={{ height: 290 }} />}>
          <div className="mb-1 flex gap-4 text-xs text-muted">
            <span className="inline-flex items-center gap-1.5"><Dot status="COMPLETED" />completed</span>
            <span className="inline-flex items-center gap-1.5"><Dot status="FAILED" />failed</span>
          </div>
          <Chart
            label="Executions that ended, over time"
            times={data.times}
            height={180}
            series={[{ label: "ended", tone: "ok", values: data.ended, bars: true }, { label: "failed", tone: "bad", values: data.failed, bars: true }]}
          />
          <p className="mt-3 mb-1 text-xs text-muted">Start after due, 95 of 100 scheduled runs within</p>
          <Chart label="How late runs started, over time" times={data.times} height={90} format={(ms) => duration(ms)} series={[{ label: "late", tone: "accent", values: data.late }]} />
        </Suspense>
      )}
    </Panel>
  );
}
