import { Dialog } from "~/ui/Dialog";
import { PAGES } from "./nav";

const GENERAL: [string, string][] = [
  ["Ctrl K", "Search pages, jobs and actions"], ["/", "Go to the filter"], ["j  k", "Next and previous row"], ["Enter", "Open the row"],
  ["x", "Tick the row"], ["n", "New job, on the page of jobs"], ["e", "Edit, on the page of a job"],
  ["Space", "Hold the live tail, and go on"], ["← → + −", "Move and zoom the timeline; arrows walk the calendar"], ["?", "This help"], ["Esc", "Close"],
];

export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard" onClose={onClose} wide>
      <div className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
        <Keys pairs={GENERAL} />
        <Keys pairs={PAGES.map((page) => [`g ${page.key}`, page.label])} />
      </div>
    </Dialog>
  );
}

function Keys({ pairs }: { pairs: [string, string][] }) {
  return (
    <dl className="space-y-1.5">
      {pairs.map(([keys, what]) => (
        <div key={keys} className="flex items-center justify-between gap-4">
          <dt className="order-2"><kbd className="rounded border bg-sunken px-1.5 py-0.5 font-mono text-xs">{keys}</kbd></dt>
          <dd className="text-muted">{what}</dd>
        </div>
      ))}
    </dl>
  );
}
