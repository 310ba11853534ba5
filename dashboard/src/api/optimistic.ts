/** Changes what is shown before the answer is there. Each says how to take it back. */
import { queries } from "./client";
import type { Listed } from "./lists";
import type { DeadLetter, DeadLetterGroup, ExecutionRow, Items, JobRow } from "./types";

export interface Shown {
  /** It was refused: as before, and read again. */
  takeBack: () => void;
  /** It was accepted: what is read from now on is the truth. */
  settle: () => void;
}

/** Shown as done until it is settled, also in what is read meanwhile: the tables do not know of it yet. */
function shown(prefix: readonly unknown[], change: (data: unknown) => unknown): Shown {
  const before = queries.getQueriesData({ queryKey: prefix });
  for (const [key, data] of before) if (data !== undefined) queries.setQueryData(key, change(data));
  const settle = queries.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success" || event.action.manual) return;
    const key = event.query.queryKey;
    if (prefix.every((part, index) => part === key[index])) queries.setQueryData(key, change(event.query.state.data));
  });
  const takeBack = () => {
    settle();
    for (const [key, data] of before) queries.setQueryData(key, data);
    void queries.invalidateQueries({ queryKey: prefix });
  };
  return { takeBack, settle };
}

function inList<Row>(change: (row: Row) => Row | null) {
  return (data: unknown) => {
    const listed = data as Listed<Row>;
    const pages = listed.pages.map((page) => ({ ...page, items: page.items.flatMap((row) => change(row) ?? []) }));
    return { ...listed, pages };
  };
}

const all = (parts: Shown[]): Shown => ({ takeBack: () => parts.forEach((one) => one.takeBack()), settle: () => parts.forEach((one) => one.settle()) });

export function showJob(name: string, change: Partial<JobRow>): Shown {
  return all([
    shown(["jobs", "list"], inList<JobRow>((row) => (row.name === name ? { ...row, ...change } : row))),
    shown(["jobs", "one", name], (row) => ({ ...(row as JobRow), ...change })),
  ]);
}

export function showExecution(id: string, change: Partial<ExecutionRow>): Shown {
  return all([
    shown(["executions", "list"], inList<ExecutionRow>((row) => (row.execution_id === id ? { ...row, ...change } : row))),
    shown(["executions", "one", id], (row) => ({ ...(row as ExecutionRow), ...change })),
  ]);
}

export function hideDeadLetter(id: string): Shown {
  return shown(["dead-letters", "list"], inList<DeadLetter>((row) => (row.execution_id === id ? null : row)));
}

export function hideGroup(same: (group: DeadLetterGroup) => boolean): Shown {
  return shown(["dead-letters", "groups"], (data) => {
    const groups = data as Items<DeadLetterGroup>;
    return { ...groups, items: groups.items.filter((group) => !same(group)) };
  });
}
