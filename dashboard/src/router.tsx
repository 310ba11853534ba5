/** The addresses of the pages. Each page is a chunk of its own, loaded when it is first opened. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { parseSearch, stringifySearch, type Search } from "./shell/search";
import { Shell } from "./shell/Shell";
import { Failed, Loading, NoSuchPage } from "./ui/Empty";

const root = createRootRoute({
  component: Shell,
  validateSearch: (search): Search => search as Search,
  notFoundComponent: NoSuchPage,
});

const at = <Path extends string>(path: Path, load: () => Promise<{ default: React.ComponentType }>) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load) });

const routes = [
  at("/", () => import("./pages/overview/Overview")),
  at("/jobs", () => import("./pages/jobs/Jobs")),
  at("/jobs/new", () => import("./pages/jobform/NewJob")),
  at("/jobs/$job", () => import("./pages/job/JobPage")),
  at("/jobs/$job/edit", () => import("./pages/jobform/EditJob")),
  at("/executions", () => import("./pages/executions/Executions")),
  at("/executions/$id", () => import("./pages/execution/ExecutionPage")),
  at("/dead-letters", () => import("./pages/deadletters/DeadLetters")),
  at("/workers", () => import("./pages/workers/Workers")),
  at("/queues", () => import("./pages/queues/Queues")),
  at("/calendar", () => import("./pages/calendar/Calendar")),
  at("/timeline", () => import("./pages/timeline/Timeline")),
  at("/dependencies", () => import("./pages/dependencies/Dependencies")),
  at("/audit", () => import("./pages/audit/Audit")),
  at("/live", () => import("./pages/live/LiveTail")),
  at("/settings", () => import("./pages/settings/Settings")),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(routes),
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
  scrollRestoration: true,
  defaultPendingComponent: () => <Loading rows={6} />,
  defaultErrorComponent: ({ error, reset }) => <Failed fault={error} retry={reset} what="the page" />,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
