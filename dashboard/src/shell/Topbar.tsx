import { useLiveStatus } from "~/live/useLive";
import { toggleTimeStyle, useTimeStyle } from "~/time/preference";
import { IconButton } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { Menu } from "~/ui/Menu";
import { signOut, useMe } from "./session";
import { toggleTheme, useTheme } from "./theme";

const WORDS = { live: "Live", connecting: "Connecting", waiting: "Stale", resting: "Paused" } as const;
const DOTS = { live: "bg-ok-solid", connecting: "bg-warn-solid animate-pulse", waiting: "bg-bad-solid", resting: "bg-idle-solid" } as const;

export function Topbar({ onMenu, onPalette, onHelp }: { onMenu: () => void; onPalette: () => void; onHelp: () => void }) {
  const me = useMe();
  const theme = useTheme();
  const style = useTimeStyle();
  return (
    <header className="sticky top-0 z-20 flex h-12 items-center gap-2 border-b bg-canvas/90 px-3 backdrop-blur sm:px-5">
      <IconButton label="Open the menu" icon="menu" onClick={onMenu} className="lg:hidden" />
      <button
        type="button"
        onClick={onPalette}
        className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md border border-line-strong bg-surface px-2.5 text-left text-muted shadow-card hover:border-faint sm:max-w-80"
      >
        <Icon name="search" size={14} />
        <span className="min-w-0 flex-1 truncate">Search or jump to …</span>
        <kbd className="hidden rounded border bg-sunken px-1 font-mono text-2xs sm:block">Ctrl K</kbd>
      </button>
      <span className="hidden flex-1 sm:block" />
      <LiveMark />
      <IconButton label={style === "relative" ? "Show clock times" : "Show relative times"} icon="clock" onClick={toggleTimeStyle} />
      <IconButton label={theme === "dark" ? "Light theme" : "Dark theme"} icon={theme === "dark" ? "sun" : "moon"} onClick={toggleTheme} />
      <Menu
        label={`Signed in as ${me.name}`}
        className="inline-flex h-7 items-center gap-1.5 rounded-md px-1.5 text-muted hover:bg-hover hover:text-text"
        button={<><Icon name="user" size={15} /><span className="hidden max-w-32 truncate md:block">{me.name}</span></>}
        entries={() => [
          { label: me.role === "admin" ? "You are an admin" : "You see your own jobs", icon: "info", disabled: true, onSelect: () => {} },
          { label: "Keyboard shortcuts", icon: "terminal", onSelect: onHelp },
          { label: "API documentation", icon: "link", onSelect: () => window.open("/docs", "_blank", "noopener") },
          "line",
          { label: "Sign out", icon: "out", onSelect: () => void signOut() },
        ]}
      />
    </header>
  );
}

function LiveMark() {
  const { state } = useLiveStatus();
  return (
    <span data-live={state} className="inline-flex items-center gap-1.5 px-1.5 text-xs text-muted" title="Changes are shown as they happen">
      <span aria-hidden="true" className={`size-2 rounded-full ${DOTS[state]}`} />
      <span className="max-sm:sr-only">{WORDS[state]}</span>
    </span>
  );
}
