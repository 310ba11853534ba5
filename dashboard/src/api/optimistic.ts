/** Changes what is shown before the answer is there. Each returns how to take it back. */
import { queries } from "./client";
import type { Listed } from "./lists";
import type { DeadLetter, DeadLetterGroup, ExecutionRow, Items, JobRow } from "./types";

type Undo = () => void;

function remembered(prefix: readonly unknown[], change: (data: unknown) => unknown): Undo {
  const before = queries.getQueriesData({ queryKey: prefix });
  for (const [key, data] of before) if (data !== undefined) queries.setQueryData(key, change(data));
  return () => {
    for (const [key, data] of before) queries.setQueryData(key, data);
  };
}

function inList<Row>(change: (row: Row) => Row | null) {
  return (data: unknown) => {
    const listed = data as Listed<Row>;
    const pages = listed.pages.map((page) => ({ ...page, items: page.items.flatMap((row) => change(row) ?? []) }));
    return { ...listed, pages };
  };
}

const all = (undos: Undo[]): Undo => () => undos.forEach((undo) => undo());

export function showJob(name: string, change: Partial<JobRow>): Undo {
  return all([
    remembered(["jobs", "list"], inList<JobRow>((row) => (row.name === name ? { ...row, ...change } : row))),
    remembered(["jobs", "one", name], (row) => ({ ...(row as JobRow), ...change })),
  ]);
}

export function showExecution(id: string, change: Partial<ExecutionRow>): Undo {
  return all([
    remembered(["executions", "list"], inList<ExecutionRow>((row) => (row.execution_id === id ? { ...row, ...change } : row))),
    remembered(["executions", "one", id], (row) => ({ ...(row as ExecutionRow), ...change })),
  ]);
}

export function hideDeadLetter(id: string): Undo {
  return remembered(["dead-letters", "list"], inList<DeadLetter>((row) => (row.execution_id === id ? null : row)));
}

export function hideGroup(same: (group: DeadLetterGroup) => boolean): Undo {
  return remembered(["dead-letters", "groups"], (data) => {
    const groups = data as Items<DeadLetterGroup>;
    return { ...groups, items: groups.items.filter((group) => !same(group)) };
  });
}
