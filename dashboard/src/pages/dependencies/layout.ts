/** Where each job stands in the graph: upstream left, downstream right; on a phone from above to below. */
import dagre from "@dagrejs/dagre";
import { MarkerType, type Edge, type Node } from "@xyflow/react";
import type { Graph, GraphNode } from "~/api/types";

const WIDE = { width: 220, height: 64 };
const PHONE = { width: 168, height: 64 };
export const sizeOf = (down: boolean) => (down ? PHONE : WIDE);
export type JobNode = Node<{ job: GraphNode; down: boolean }, "job">;

export function laidOut(graph: Graph, down: boolean): { nodes: JobNode[]; edges: Edge[] } {
  const known = new Set(graph.nodes.map((node) => node.job_id));
  const edges = graph.edges.filter((edge) => known.has(edge.job_id) && known.has(edge.upstream_job_id));
  const plan = new dagre.graphlib.Graph().setDefaultEdgeLabel(() => ({}));
  const size = sizeOf(down);
  plan.setGraph({ rankdir: down ? "TB" : "LR", nodesep: down ? 12 : 22, ranksep: down ? 44 : 80 });
  for (const node of graph.nodes) plan.setNode(node.job_id, { ...size });
  for (const edge of edges) plan.setEdge(edge.upstream_job_id, edge.job_id);
  dagre.layout(plan);
  return {
    nodes: graph.nodes.map((job) => {
      const { x, y } = plan.node(job.job_id) as { x: number; y: number };
      return { id: job.job_id, type: "job", position: { x: x - size.width / 2, y: y - size.height / 2 }, data: { job, down }, focusable: false };
    }),
    edges: edges.map((edge) => ({
      id: `${edge.upstream_job_id}-${edge.job_id}`,
      source: edge.upstream_job_id,
      target: edge.job_id,
      animated: running(graph, edge.upstream_job_id),
      focusable: false,
      markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16, color: edge.satisfied_at ? "var(--ok-solid)" : "var(--line-strong)" },
      style: { stroke: edge.satisfied_at ? "var(--ok-solid)" : "var(--line-strong)", strokeWidth: 1.5, strokeDasharray: edge.mode === "any" ? "4 4" : undefined },
    })),
  };
}

const running = (graph: Graph, id: string) => graph.nodes.some((node) => node.job_id === id && node.live_status === "RUNNING");
