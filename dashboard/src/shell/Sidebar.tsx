import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { summary } from "~/api/queries";
import { count } from "~/time/format";
import { Icon } from "~/ui/Icon";
import { Logo } from "./Logo";
import { NAV, type NavItem } from "./nav";

export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const { data } = useQuery({ ...summary(), staleTime: 60_000 });
  const badges: Record<string, { text: string; bad?: boolean } | undefined> = {
    "/dead-letters": data?.dead_letters ? { text: count(data.dead_letters), bad: true } : undefined,
    "/executions": data?.running ? { text: count(data.running) } : undefined,
  };
  return (
    <div className="flex h-full flex-col">
      <Link to="/" onClick={onNavigate} className="flex h-12 items-center gap-2.5 px-4 font-semibold tracking-tight"><Logo />Tickwheel</Link>
      <nav aria-label="Pages" className="thin-scroll flex-1 overflow-y-auto px-2 pb-4">
        {NAV.map((group) => (
          <div key={group.title} className="mb-3">
            {group.title && <p className="px-2 pt-2 pb-1 text-2xs font-medium text-faint">{group.title}</p>}
            <ul className="space-y-px">
              {group.items.map((item) => <NavLink key={item.to} item={item} badge={badges[item.to]} onNavigate={onNavigate} />)}
            </ul>
          </div>
        ))}
      </nav>
    </div>
  );
}

function NavLink({ item, badge, onNavigate }: { item: NavItem; badge?: { text: string; bad?: boolean }; onNavigate?: () => void }) {
  return (
    <li>
      <Link
        to={item.to}
        onClick={onNavigate}
        activeOptions={{ exact: item.to === "/", includeSearch: false }}
        className="group flex h-8 items-center gap-2.5 rounded-md px-2 text-muted hover:bg-hover hover:text-text aria-[current=page]:bg-selected aria-[current=page]:font-medium aria-[current=page]:text-text"
      >
        <Icon name={item.icon} className="group-aria-[current=page]:text-accent" />
        <span className="flex-1">{item.label}</span>
        {badge && <span className={`tabular rounded px-1.5 text-2xs font-medium ${badge.bad ? "bg-bad-tint text-bad" : "bg-run-tint text-run"}`}>{badge.text}</span>}
      </Link>
    </li>
  );
}
