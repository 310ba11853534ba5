import { useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";

/** A link in a row. A list that scrolls makes some in every frame, and the router's own link costs more than the rest of the row. */
export function RowLink({ href, className = "truncate rounded font-medium hover:text-accent hover:underline", children }: { href: string; className?: string; children: ReactNode }) {
  const router = useRouter();
  const go = (event: MouseEvent) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.history.push(href);
  };
  return <a href={href} onClick={go} onMouseEnter={() => void router.preloadRoute({ to: href as never })} className={className}>{children}</a>;
}

export const jobPath = (name: string): string => `/jobs/${encodeURIComponent(name)}`;
export const executionPath = (id: string): string => `/executions/${id}`;
