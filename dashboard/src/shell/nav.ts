/** The pages, in the order of the menu, each with its key after g. */
import type { IconName } from "~/ui/Icon";

export interface NavItem {
  to: string;
  label: string;
  icon: IconName;
  key: string;
  what: string;
}

export const NAV: { title: string; items: NavItem[] }[] = [
  {
    title: "",
    items: [
      { to: "/", label: "Overview", icon: "overview", key: "o", what: "How everything stands" },
      { to: "/jobs", label: "Jobs", icon: "jobs", key: "j", what: "What runs, and when" },
      { to: "/executions", label: "Executions", icon: "executions", key: "e", what: "Every run there was and will be" },
      { to: "/dead-letters", label: "Dead letters", icon: "dead", key: "d", what: "What failed for good" },
    ],
  },
  {
    title: "Time",
    items: [
      { to: "/calendar", label: "Calendar", icon: "calendar", key: "c", what: "Outcomes by day and hour, and what comes" },
      { to: "/timeline", label: "Timeline", icon: "timeline", key: "t", what: "Who ran what at the same time" },
      { to: "/dependencies", label: "Dependencies", icon: "graph", key: "p", what: "Which job waits for which" },
    ],
  },
  {
    title: "Fleet",
    items: [
      { to: "/workers", label: "Workers", icon: "workers", key: "w", what: "Who runs it, and how busy they are" },
      { to: "/queues", label: "Queues", icon: "queues", key: "q", what: "What waits where, and handlers' health" },
    ],
  },
  {
    title: "Trace",
    items: [
      { to: "/live", label: "Live tail", icon: "live", key: "l", what: "Events as they happen" },
      { to: "/audit", label: "Audit", icon: "audit", key: "a", what: "Who asked for what, and the answer" },
      { to: "/settings", label: "Settings", icon: "settings", key: "s", what: "Users, tokens, this browser" },
    ],
  },
];

export const PAGES = NAV.flatMap((group) => group.items);
