/** Where each job stands in the graph: upstream left, downstream right; on a phone from above to below. */
import dagre from "@dagrejs/dagre";
import type { Edge, Node } from "@xyflow/react";
import type { Graph, GraphNode } from "~/api/types";

export const NODE = { width: 220, height: 64 };
export type JobNode = Node<{ job: GraphNode; down: boolean }, "job">;

export function laidOut(graph: Graph, down: boolean): { nodes: JobNode[]; edges: Edge[] } {
  const known = new Set(graph.nodes.map((node) => node.job_id));
  const edges = graph.edges.filter((edge) => known.has(edge.job_id) && known.has(edge.upstream_job_id));
  const plan = new dagre.graphlib.Graph().setDefaultEdgeLabel(() => ({}));
  plan.setGraph({ rankdir: down ? "TB" : "LR", nodesep: 22, ranksep: down ? 50 : 80 });
  for (const node of graph.nodes) plan.setNode(node.job_id, { ...NODE });
  for (const edge of edges) plan.setEdge(edge.upstream_job_id, edge.job_id);
  dagre.layout(plan);
  return {
    nodes: graph.nodes.map((job) => {
      const { x, y } = plan.node(job.job_id) as { x: number; y: number };
      return { id: job.job_id, type: "job", position: { x: x - NODE.width / 2, y: y - NODE.height / 2 }, data: { job, down }, ariaLabel: `${job.name}, ${job.live_status ?? job.last_status ?? job.status}` };
    }),
    edges: edges.map((edge) => ({
      id: `${edge.upstream_job_id}-${edge.job_id}`,
      source: edge.upstream_job_id,
      target: edge.job_id,
      animated: running(graph, edge.upstream_job_id),
      focusable: false,
      style: { stroke: edge.satisfied_at ? "var(--ok-solid)" : "var(--line-strong)", strokeWidth: 1.5, strokeDasharray: edge.mode === "any" ? "4 4" : undefined },
    })),
  };
}

const running = (graph: Graph, id: string) => graph.nodes.some((node) => node.job_id === id && node.live_status === "RUNNING");
