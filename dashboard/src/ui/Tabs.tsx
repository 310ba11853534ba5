import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

/** Parts of a page, each with an address of its own. */
export function Tabs({ tabs, active, label }: { tabs: { id: string; label: string; count?: number }[]; active: string; label: string }) {
  const list = useRef<HTMLElement>(null);
  // On a phone not all fit: the one that is open does.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>("[data-active]");
    if (tab) list.current!.scrollLeft = tab.offsetLeft - (list.current!.clientWidth - tab.offsetWidth) / 2;
  }, [active]);
  return (
    <nav ref={list} aria-label={label} className="thin-scroll relative mb-4 flex gap-1 overflow-x-auto border-b">
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          to="."
          activeProps={{ "aria-current": undefined }}
          search={{ tab: tab.id === tabs[0]?.id ? undefined : tab.id } as never}
          replace
          resetScroll={false}
          data-active={tab.id === active || undefined}
          className="-mb-px inline-flex h-9 items-center gap-1.5 border-b-2 border-transparent px-2.5 font-medium whitespace-nowrap text-muted hover:text-text data-active:border-accent data-active:text-text"
        >
          {tab.label}
          {tab.count !== undefined && <span className="tabular rounded bg-sunken px-1.5 text-2xs">{tab.count}</span>}
        </Link>
      ))}
    </nav>
  );
}
