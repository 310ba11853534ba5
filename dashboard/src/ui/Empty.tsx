import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Problem } from "~/api/http";
import { Button } from "./Button";
import { Copyable } from "./Copy";
import { Icon, type IconName } from "./Icon";

/** Nothing there, and what to do about it. */
export function Empty({ icon = "info", title, children, command, action }: {
  icon?: IconName; title: string; children?: ReactNode; command?: string; action?: ReactNode;
}) {
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center px-6 py-12 text-center">
      <span className="mb-3 inline-flex size-9 items-center justify-center rounded-full bg-sunken text-muted">
        <Icon name={icon} size={18} />
      </span>
      <p className="font-medium">{title}</p>
      {children && <div className="mt-1 text-muted">{children}</div>}
      {command && <div className="mt-3 w-full text-left"><Copyable text={command} /></div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}

export function Failed({ fault, retry, what = "this" }: { fault: unknown; retry?: () => void; what?: string }) {
  const problem = fault instanceof Problem ? fault : undefined;
  return (
    <div role="alert" className="mx-auto flex max-w-lg flex-col items-center px-6 py-12 text-center">
      <span className="mb-3 inline-flex size-9 items-center justify-center rounded-full bg-bad-tint text-bad">
        <Icon name="dead" size={18} />
      </span>
      <p className="font-medium">{title(problem, what)}</p>
      <p className="mt-1 text-muted">{fault instanceof Error ? fault.message : String(fault)}</p>
      {problem && problem.code !== "unreachable" && <p className="mt-1 font-mono text-xs text-faint">{problem.status} {problem.code}</p>}
      {retry && <Button className="mt-4" icon="retry" onClick={retry}>Try again</Button>}
    </div>
  );
}

function title(problem: Problem | undefined, what: string): string {
  if (problem?.status === 404) return "There is no such thing, or it is not yours to see";
  if (problem?.status === 403) return "This is for admins";
  if (problem?.status === 429) return "You asked more often than you may; it goes on by itself";
  return `Could not read ${what}`;
}

/** In place of a page whose thing cannot be shown: says so in its heading, and where to go on. */
export function NotShown({ to, list, ...fault }: { fault: unknown; retry?: () => void; what: string; to: string; list: string }) {
  return (
    <>
      <h1 className="sr-only">{fault.fault instanceof Problem && fault.fault.status === 404 ? "Not found" : "Not shown"}</h1>
      <Failed {...fault} retry={fault.fault instanceof Problem && fault.fault.status === 404 ? undefined : fault.retry} />
      <p className="text-center"><Link to={to} className="rounded font-medium text-accent hover:underline">{list}</Link></p>
    </>
  );
}

export function AdminsOnly() {
  return (
    <>
      <h1 className="sr-only">This is for admins</h1>
      <Empty icon="user" title="This is for admins" action={<Link to="/jobs" className="rounded font-medium text-accent hover:underline">Your jobs</Link>}>You see, trigger and retry your own jobs. Ask an admin to create or change one.</Empty>
    </>
  );
}

export function NoSuchPage() {
  return (
    <>
      <h1 className="sr-only">There is no such page</h1>
      <Empty icon="search" title="There is no such page" action={<Link to="/" className="rounded font-medium text-accent hover:underline">Overview</Link>}>The menu has all that there are; Ctrl K searches pages, jobs and actions.</Empty>
    </>
  );
}

export function Loading({ rows = 4, className = "" }: { rows?: number; className?: string }) {
  return (
    <div role="status" aria-label="Loading" className={`space-y-2.5 p-4 ${className}`}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="h-4 animate-pulse rounded bg-sunken" style={{ width: `${92 - ((index * 17) % 40)}%` }} />
      ))}
    </div>
  );
}
