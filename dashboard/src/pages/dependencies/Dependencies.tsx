import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { Background, Controls, Handle, Position, ReactFlow, useReactFlow, ReactFlowProvider, type NodeProps } from "@xyflow/react";
import "@xyflow/react/dist/style.css";
import { useEffect, useMemo } from "react";
import { dependencies } from "~/api/queries";
import type { Graph } from "~/api/types";
import { one, type Search } from "~/shell/search";
import { useTheme } from "~/shell/theme";
import { Empty, Failed, Loading } from "~/ui/Empty";
import { PageHead } from "~/ui/Panel";
import { Status } from "~/ui/Status";
import { Time } from "~/ui/Time";
import { useWidth } from "~/ui/useWidth";
import { laidOut, sizeOf, type JobNode } from "./layout";

export default function Dependencies() {
  const job = one((useSearch({ strict: false }) as Search).job);
  const asked = useQuery({ ...dependencies(job), refetchInterval: 15_000 });
  return (
    <>
      <PageHead title="Dependencies" hint={job ? <>What {job} waits for, and what waits for it. <Link to="/dependencies" className="rounded text-accent hover:underline">Show all</Link></> : "Which job waits for which, and how each stands"} />
      <section className="rounded-lg border bg-surface shadow-card">
        {asked.isPending ? <Loading rows={8} /> : !asked.data ? <Failed fault={asked.error} retry={() => void asked.refetch()} what="the graph" /> : asked.data.nodes.length ? (
          <>
            <Legend />
            <ReactFlowProvider><Picture graph={asked.data} /></ReactFlowProvider>
          </>
        ) : (
          <Empty icon="graph" title="No job waits for another" command={`tickwheel job create report --handler noop --more '{"depends_on": ["import"]}'`}>A job with <code className="font-mono text-xs">depends_on</code> runs when the jobs it names have completed. Make one:</Empty>
        )}
        {asked.data?.truncated && <p className="border-t px-4 py-2 text-xs text-warn">There are more than can be drawn: open one job's graph from its page.</p>}
      </section>
    </>
  );
}

function Legend() {
  const line = (className: string, words: string) => <li className="inline-flex items-center gap-2"><span aria-hidden="true" className={`w-6 border-t-2 ${className}`} />{words}</li>;
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-5 gap-y-1 border-b px-4 py-2.5 text-xs text-muted">
      {line("border-ok-solid", "has completed since the last run")}
      {line("border-line-strong", "still awaited")}
      {line("border-dashed border-line-strong", "dashed: any of them is enough")}
    </ul>
  );
}

const TYPES = { job: JobBox };

function Picture({ graph }: { graph: Graph }) {
  const theme = useTheme();
  const { fitView } = useReactFlow();
  const shape = graph.nodes.map((node) => node.job_id).join() + graph.edges.length;
  const down = useWidth() === 0;
  const fit = { padding: down ? 0.03 : 0.1, maxZoom: down ? 1 : 1.2 };
  const { nodes, edges } = useMemo(() => laidOut(graph, down), [graph, down]);
  useEffect(() => void fitView({ ...fit }), [shape, fitView, down]);
  return (
    <div className="h-[max(26rem,calc(100vh-13rem))] w-full overflow-hidden rounded-lg">
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={TYPES}
        colorMode={theme}
        fitView
        fitViewOptions={fit}
        minZoom={0.1}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        style={{ background: "transparent" }}
      >
        <Background gap={20} size={1} color="var(--line)" />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  );
}

function JobBox({ data: { job, down } }: NodeProps<JobNode>) {
  const status = job.live_status ?? (job.paused_at ? "PAUSED" : (job.last_status ?? job.status));
  return (
    <div className="nopan relative flex flex-col justify-center rounded-lg border border-line-strong bg-surface px-3 shadow-card focus-within:border-accent hover:border-accent" style={sizeOf(down)}>
      <Handle type="target" position={down ? Position.Top : Position.Left} className="size-1.5! border-0! bg-line-strong!" />
      {/* The whole box is the link, so that Tab and Enter open it as a click does. */}
      <Link to="/jobs/$job" params={{ job: job.name }} className="truncate rounded font-medium after:absolute after:inset-0">{job.name}</Link>
      <p className="mt-1 flex items-center justify-between gap-2 text-xs text-muted"><Status status={status} /><Time at={job.last_finished_at} none="never ran" /></p>
      <Handle type="source" position={down ? Position.Bottom : Position.Right} className="size-1.5! border-0! bg-line-strong!" />
    </div>
  );
}
