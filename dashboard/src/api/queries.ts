/** One question to the API each, with its place in the cache: [family, what, whose]. */
import { queryOptions } from "@tanstack/react-query";
import { call, type Query } from "./http";
import { read } from "./read";
import type {
  DeadLetterGroup, Execution, Graph, Handler, History, Items, Job, JobChanges, LogLine, Me, NextRuns, Operation, PastCalendar,
  Queue, Skipped, Summary, Throughput, TimelineAnswer, Token, UpcomingCalendar, User, WaysIn, Why, Worker,
} from "./types";

const at = (path: string) => `/api/v1/${path}`;
const named = (name: string) => encodeURIComponent(name);

export const me = () =>
  queryOptions({ queryKey: ["me"], queryFn: () => call<Me>("/api/auth/me"), staleTime: 60_000, retry: false });
export const waysIn = () =>
  queryOptions({ queryKey: ["ways"], queryFn: () => call<WaysIn>("/api/auth/ways"), staleTime: Infinity });
export const summary = () =>
  queryOptions({ queryKey: ["summary"], queryFn: () => read<Summary>("summary", at("metrics/summary")) });
export const job = (name: string) =>
  queryOptions({ queryKey: ["jobs", "one", name], queryFn: () => read<Job>("jobs", at(`jobs/${named(name)}`)) });
export const nextRuns = (name: string, n = 10) =>
  queryOptions({
    queryKey: ["jobs", "next", name, n],
    queryFn: () => read<NextRuns>("jobs", at(`jobs/${named(name)}/next`), { n }),
  });
export const changes = (name: string) =>
  queryOptions({
    queryKey: ["jobs", "changes", name],
    queryFn: () => read<JobChanges>("jobs", at(`jobs/${named(name)}/changes`)),
  });
export const skipped = (name: string) =>
  queryOptions({
    queryKey: ["jobs", "skipped", name],
    queryFn: () => read<Items<Skipped>>("jobs", at(`jobs/${named(name)}/skipped`)),
  });
export const history = (name: string, instant?: string) =>
  queryOptions({
    queryKey: ["history", name, instant ?? ""],
    queryFn: () => call<History>(at(`jobs/${named(name)}/history`), { query: { at: instant, limit: 2_000 } }),
    staleTime: instant ? Infinity : 10_000,
  });
export const execution = (id: string) =>
  queryOptions({ queryKey: ["executions", "one", id], queryFn: () => read<Execution>("executions", at(`executions/${id}`)) });
export const why = (id: string) =>
  queryOptions({ queryKey: ["executions", "why", id], queryFn: () => read<Why>("executions", at(`executions/${id}/why`)) });
export const logs = (id: string, after: string) =>
  call<Items<LogLine> & { ended: boolean }>(at(`executions/${id}/logs`), { query: { after, limit: 2_000 } });
export const deadLetterGroups = () =>
  queryOptions({
    queryKey: ["dead-letters", "groups"],
    queryFn: () => read<Items<DeadLetterGroup>>("dead-letters", at("dead-letter/groups"), { limit: 200 }),
  });
export const workers = (gone: boolean) =>
  queryOptions({
    queryKey: ["workers", { gone }],
    queryFn: () => read<Items<Worker>>("workers", at("workers"), { gone, limit: 500 }),
  });
export const handlers = () =>
  queryOptions({ queryKey: ["handlers"], queryFn: () => read<Items<Handler>>("handlers", at("handlers")), staleTime: 30_000 });
export const queues = () => queryOptions({ queryKey: ["queues"], queryFn: () => read<Items<Queue>>("queues", at("queues")) });
export const preview = (asked: Query) =>
  queryOptions({
    queryKey: ["preview", asked],
    queryFn: ({ signal }) => call<NextRuns>(at("schedules/next"), { query: asked, signal }),
    staleTime: 60_000,
    retry: false,
  });
export const operation = (id: string) =>
  queryOptions({ queryKey: ["operations", id], queryFn: () => call<Operation>(at(`operations/${id}`)) });
export const throughput = (hours: number, stepS: number) =>
  queryOptions({
    queryKey: ["summary", "throughput", hours, stepS],
    queryFn: () => read<Throughput>("summary", at("metrics/throughput"), { hours, step_s: stepS }),
  });
export const pastCalendar = (asked: Query) =>
  queryOptions({
    queryKey: ["calendar", "past", asked],
    queryFn: () => read<PastCalendar>("calendar", at("calendar/past"), asked),
    staleTime: 60_000,
  });
export const upcoming = (asked: Query) =>
  queryOptions({
    queryKey: ["calendar", "upcoming", asked],
    queryFn: () => read<UpcomingCalendar>("calendar", at("calendar/upcoming"), asked),
    staleTime: 60_000,
  });
export const timeline = (asked: Query) =>
  queryOptions({ queryKey: ["timeline", asked], queryFn: () => read<TimelineAnswer>("timeline", at("timeline"), asked) });
export const dependencies = (job: string) =>
  queryOptions({ queryKey: ["dependencies", job], queryFn: () => read<Graph>("dependencies", at("dependencies"), { job }) });
export const values = async (field: string, typed: string): Promise<string[]> =>
  (await call<Items<string>>(at(`values/${field}`), { query: { q: typed, limit: 30 } })).items;
export const users = () =>
  queryOptions({ queryKey: ["accounts", "users"], queryFn: () => call<Items<User>>(at("users")) });
export const tokens = () =>
  queryOptions({ queryKey: ["accounts", "tokens"], queryFn: () => call<Items<Token>>(at("tokens")) });
