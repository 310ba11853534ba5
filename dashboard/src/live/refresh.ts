/** Asks the tables again for what events have touched: only what is on the page, and never more often than the budget allows. */
import type { Query, QueryClient } from "@tanstack/react-query";
import { announce, type Family } from "~/api/read";
import { Budget } from "./budget";

const LEAST_GAP_MS: Partial<Record<Family, number>> = {
  summary: 1_500, queues: 2_500, timeline: 2_500, dependencies: 2_000, audit: 1_500, calendar: 30_000, handlers: 10_000,
};
/** The journal is ahead of the tables by a moment. */
const SETTLE_MS = 120;

export class Refresher {
  private readonly lastAt = new Map<Family, number>();
  private readonly timers = new Map<Family, number>();

  constructor(
    private readonly client: QueryClient,
    private readonly budget = new Budget(),
  ) {}

  touch(family: Family, token: string): void {
    announce(family, token);
    if (this.timers.has(family)) return;
    const gap = Math.max(this.budget.gapMs(), LEAST_GAP_MS[family] ?? 0);
    const wait = Math.max(SETTLE_MS, (this.lastAt.get(family) ?? 0) + gap - Date.now());
    this.timers.set(family, window.setTimeout(() => this.run(family), wait));
  }

  private run(family: Family): void {
    this.timers.delete(family);
    this.lastAt.set(family, Date.now());
    const due = this.client.getQueryCache().findAll({ queryKey: [family], predicate: cheap });
    for (const query of due) if (query.isActive()) for (let n = 0; n < readsOf(query); n++) this.budget.take();
    void this.client.invalidateQueries({ queryKey: [family], predicate: cheap }, { cancelRefetch: false });
  }
}

/** A list of which many pages are loaded is kept current by its events alone: reading it again would be a read a page. */
const cheap = (query: Query): boolean => readsOf(query) <= 2;

const readsOf = (query: Query): number => (query.state.data as { pages?: unknown[] } | undefined)?.pages?.length ?? 1;
