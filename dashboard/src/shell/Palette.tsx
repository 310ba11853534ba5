import { useNavigate } from "@tanstack/react-router";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { call } from "~/api/http";
import type { JobRow, Page } from "~/api/types";
import { toggleTimeStyle } from "~/time/preference";
import { Icon, type IconName } from "~/ui/Icon";
import { Dot } from "~/ui/Status";
import { pause, resume, trigger } from "~/pages/jobs/deeds";
import { PAGES } from "./nav";
import { signOut, useMay } from "./session";
import { toggleTheme } from "./theme";

interface Entry {
  label: string;
  hint: string;
  icon?: IconName;
  status?: string;
  run: () => void;
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const entries = useEntries(text.trim());
  useEffect(() => void dialog.current?.showModal(), []);
  useEffect(() => setAt(0), [text]);
  useEffect(() => void list.current?.children[at]?.scrollIntoView({ block: "nearest" }), [at]);
  const choose = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  const onKey = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setAt((now) => (now + step + entries.length) % Math.max(1, entries.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      choose(entries[at]);
    }
  };
  return (
    <dialog ref={dialog} aria-label="Command palette" onClose={onClose} onMouseDown={(event) => event.target === dialog.current && onClose()} className="mt-[12vh] w-[calc(100%-2rem)] max-w-xl overflow-hidden rounded-xl border bg-surface p-0 text-text shadow-pop backdrop:bg-black/40">
      <div className="flex items-center gap-2 border-b px-4">
        <Icon name="search" className="text-faint" />
        <input role="combobox" aria-label="Search pages, jobs and actions" aria-expanded="true" aria-controls={id} aria-activedescendant={entries.length ? `${id}-${at}` : undefined} autoFocus value={text} onChange={(event) => setText(event.target.value)} onKeyDown={onKey} placeholder="A page, a job, an execution's id, or something to do" className="h-12 flex-1 bg-transparent text-sm outline-none" />
        <kbd className="rounded border bg-sunken px-1 font-mono text-2xs text-muted">esc</kbd>
      </div>
      <div id={id} ref={list} role="listbox" aria-label="Results" className="thin-scroll max-h-[50vh] overflow-y-auto p-1.5">
        {entries.map((entry, index) => (
          <div key={`${entry.label}${entry.hint}`} id={`${id}-${index}`} role="option" aria-selected={index === at} onMouseMove={() => setAt(index)} onClick={() => choose(entry)} className="flex cursor-pointer items-center gap-3 rounded-md px-2.5 py-2 aria-selected:bg-hover">
            {entry.status ? <Dot status={entry.status} className="mx-1" /> : <Icon name={entry.icon ?? "chevron"} className="text-muted" />}
            <span className="min-w-0 flex-1 truncate font-medium">{entry.label}</span>
            <span className="max-w-[50%] truncate text-xs text-muted">{entry.hint}</span>
          </div>
        ))}
        {!entries.length && <p className="px-3 py-6 text-center text-muted">Nothing is called that. Jobs are found by a part of their name, handler or description.</p>}
      </div>
    </dialog>
  );
}

function useEntries(text: string): Entry[] {
  const navigate = useNavigate();
  const manages = useMay("manage");
  const runs = useMay("run");
  const jobs = useJobs(text);
  return useMemo(() => {
    const pages = PAGES.map(({ to, label, what, icon }) => ({ label, hint: what, icon, run: () => void navigate({ to }) }));
    const deeds: Entry[] = [
      ...(manages ? [{ label: "New job", hint: "Create a job", icon: "plus" as const, run: () => void navigate({ to: "/jobs/new" }) }] : []),
      { label: "Switch theme", hint: "Light or dark", icon: "moon", run: toggleTheme },
      { label: "Switch times", hint: "Relative or clock", icon: "clock", run: toggleTimeStyle },
      { label: "Failed executions", hint: "Executions that failed", icon: "executions", run: () => void navigate({ to: "/executions", search: { status: "FAILED" } }) },
      { label: "Running executions", hint: "Executions that run now", icon: "executions", run: () => void navigate({ to: "/executions", search: { status: "RUNNING" } }) },
      { label: "Paused jobs", hint: "Jobs whose schedule is stopped", icon: "jobs", run: () => void navigate({ to: "/jobs", search: { status: "PAUSED" } }) },
      { label: "Sign out", hint: "", icon: "out", run: () => void signOut() },
    ];
    const named: Entry[] = jobs.map((job) => ({ label: job.name, hint: `Job · ${job.handler}`, status: job.status, run: () => void navigate({ to: "/jobs/$job", params: { job: job.name } }) }));
    const best = jobs[0];
    const doing: Entry[] = best ? deedsOf(best, runs, manages) : [];
    const byId: Entry[] = ID.test(text) ? [{ label: `Execution ${text}`, hint: "Open", icon: "executions", run: () => void navigate({ to: "/executions/$id", params: { id: text } }) }] : [];
    const wanted = text.toLowerCase();
    const fits = [...pages, ...deeds].filter((entry) => `${entry.label} ${entry.hint}`.toLowerCase().includes(wanted));
    return [...byId, ...fits, ...named, ...doing];
  }, [text, jobs, manages, runs, navigate]);
}

/** What is done most often with a job, without opening it. */
function deedsOf(job: JobRow, runs: boolean, manages: boolean): Entry[] {
  return [
    ...(runs ? [{ label: `Trigger ${job.name}`, hint: "Run it now", icon: "play" as const, run: () => void trigger(job) }] : []),
    ...(manages && !job.paused_at ? [{ label: `Pause ${job.name}`, hint: "Stop its schedule", icon: "pause" as const, run: () => pause(job) }] : []),
    ...(manages && job.paused_at ? [{ label: `Resume ${job.name}`, hint: "Let its schedule go on", icon: "play" as const, run: () => resume(job) }] : []),
  ];
}

function useJobs(text: string): JobRow[] {
  const [found, setFound] = useState<JobRow[]>([]);
  useEffect(() => {
    if (text.length < 2 || ID.test(text)) return setFound([]);
    const abort = new AbortController();
    const timer = window.setTimeout(() => {
      call<Page<JobRow>>("/api/v1/jobs", { query: { q: text, limit: 8, total: false }, signal: abort.signal }).then((page) => setFound(page.items), () => {});
    }, 180);
    return () => {
      abort.abort();
      window.clearTimeout(timer);
    };
  }, [text]);
  return found;
}
