/** The icons: one path each on a 16 grid, drawn with the colour of the text around them. */
const PATHS = {
  overview: "M2.5 2.5h4.5v5H2.5zM9 2.5h4.5v3H9zM9 8h4.5v5.5H9zM2.5 10h4.5v3.5H2.5z",
  jobs: "M3 4h10M3 8h10M3 12h6",
  executions: "M4.5 3v10l8-5z",
  dead: "M8 2.5 14 13H2zM8 6.5v3M8 11.2v.1",
  workers: "M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5h.1M5 11h.1",
  queues: "M2.5 8h3l1.2 2.5h2.6L10.500 8h3M2.5 8 4.500 3h7l2 5v5h-11z",
  calendar: "M2.5 4h11v9.500h-11zM2.500 7h11M5.500 2.500v3M10.500 2.500v3",
  timeline: "M2.5 4h5M6 8h6M4 12h8.500",
  graph: "M3.500 3.500h3v3h-3zM9.500 9.500h3v3h-3zM9.500 2.500h3v3h-3zM6.500 5H8v6h1.500M8 4h1.500",
  audit: "M4 2.500h6l2.500 2.500v8.500H4zM6.500 7h4M6.500 10h4",
  live: "M8 8h.1M5.500 10.500a3.500 3.500 0 0 1 0-5M10.500 5.500a3.500 3.500 0 0 1 0 5M3.500 12.500a6.300 6.300 0 0 1 0-9M12.500 3.500a6.300 6.300 0 0 1 0 9",
  settings: "M3 4.500h6M12 4.500h1M3 11.500h1M7 11.500h6M10.500 3a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3zM5.500 10a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3z",
  search: "M7 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zM10.500 10.500 13.500 13.500",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  close: "M4 4l8 8M12 4l-8 8",
  check: "M3 8.500 6.500 12 13 4.500",
  chevron: "M6 4l4 4-4 4",
  down: "M4 6l4 4 4-4",
  up: "M4 10l4-4 4 4",
  copy: "M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3",
  more: "M3.500 8h.1M8 8h.1M12.500 8h.1",
  play: "M5 3.500v9l7-4.500z",
  pause: "M5.500 3.500v9M10.500 3.500v9",
  retry: "M13 8a5 5 0 1 1-1.500-3.600M13 2.500v3h-3",
  stop: "M4 4h8v8H4z",
  trash: "M3 4.500h10M6 4.500v-2h4v2M4.500 4.500l.5 9h6l.5-9",
  edit: "M3 13l.6-2.800L10.500 3.300l2.200 2.200-6.900 6.900zM9 5l2.200 2.200",
  sun: "M8 5.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5zM8 1.500v1.500M8 13v1.500M1.500 8H3M13 8h1.500M3.400 3.400l1.100 1.100M11.500 11.500l1.100 1.100M3.400 12.600l1.100-1.100M11.500 4.500l1.100-1.100",
  moon: "M13 9.500A5.500 5.500 0 0 1 6.500 3a5.500 5.500 0 1 0 6.500 6.500z",
  menu: "M2.500 4h11M2.500 8h11M2.500 12h11",
  user: "M8 2.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5zM3 13.500a5 5 0 0 1 10 0",
  link: "M6 3H3v10h10v-3M9 3h4v4M13 3 7.500 8.500",
  clock: "M8 2.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11zM8 5v3l2 1.500",
  history: "M3 8a5 5 0 1 0 1.500-3.600M3 2.500v3h3M8 5.500V8l2 1.200",
  drain: "M8 2.500v7M5 7l3 3 3-3M3 13h10",
  info: "M8 2.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11zM8 7.500v3.500M8 5.200v.1",
  key: "M10.500 2.500a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8.400 7.600 3 13M5 11l1.500 1.500",
  terminal: "M2.500 3h11v10h-11zM5 6l2 2-2 2M8.500 10.500h2.500",
  out: "M6 3H3v10h3M7 8h6M10.500 5.500 13 8l-2.500 2.500",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 16, className = "" }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className}`}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
