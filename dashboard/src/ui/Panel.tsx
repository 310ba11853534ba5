import { useEffect, type ReactNode } from "react";

/** A titled box. Pages are made of these. */
export function Panel({ title, hint, actions, children, className = "", flush = false }: {
  title?: ReactNode; hint?: ReactNode; actions?: ReactNode; children: ReactNode; className?: string; flush?: boolean;
}) {
  return (
    <section className={`min-w-0 rounded-lg border bg-surface shadow-card ${className}`}>
      {title !== undefined && (
        <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b px-4 py-2">
          <div className="flex min-w-0 items-baseline gap-2">
            <h2 className="truncate font-semibold">{title}</h2>
            {hint && <span className="truncate text-xs text-muted">{hint}</span>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-1.5">{actions}</div>}
        </header>
      )}
      <div className={flush ? "" : "p-4"}>{children}</div>
    </section>
  );
}

/** The head of a page. The tab of the browser is called what it is called; `name` says so where the title is more than words. */
export function PageHead({ title, name, hint, actions, above }: { title: ReactNode; name?: string; hint?: ReactNode; actions?: ReactNode; above?: ReactNode }) {
  const tab = name ?? (typeof title === "string" ? title : "");
  useEffect(() => {
    document.title = tab ? `${tab} · Tickwheel` : "Tickwheel";
    return () => void (document.title = "Tickwheel");
  }, [tab]);
  return (
    <div className="mb-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        {above && <div className="mb-1 text-xs text-muted">{above}</div>}
        <h1 className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 text-lg leading-7 font-semibold tracking-tight">{title}</h1>
        {hint && <p className="mt-0.5 text-muted">{hint}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}

/** Pairs of words, for what a thing is. */
export function Facts({ items, columns = "grid-cols-2 lg:grid-cols-4" }: { items: [string, ReactNode][]; columns?: string }) {
  return (
    <dl className={`grid gap-x-6 gap-y-3 ${columns}`}>
      {items.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="mt-0.5 min-w-0 break-words">{value ?? <span className="text-faint">none</span>}</dd>
        </div>
      ))}
    </dl>
  );
}
