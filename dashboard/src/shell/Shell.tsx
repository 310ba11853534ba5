import { Outlet, useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Confirm } from "~/ui/Confirm";
import { Toasts } from "~/ui/Toast";
import { useKeys } from "./keys";
import { KeyHelp } from "./KeyHelp";
import { PAGES } from "./nav";
import { Palette } from "./Palette";
import { SignedIn } from "./session";
import { Sidebar } from "./Sidebar";
import { StaleBanner } from "./StaleBanner";
import { Topbar } from "./Topbar";

export function Shell() {
  return (
    <>
      <SignedIn><Frame /></SignedIn>
      <Confirm />
      <Toasts />
    </>
  );
}

function Frame() {
  const [menu, setMenu] = useState(false);
  const [palette, setPalette] = useState(false);
  const [help, setHelp] = useState(false);
  const navigate = useNavigate();
  const path = useRouterState({ select: (state) => state.location.pathname });
  useKeys({
    "?": () => setHelp(true),
    ...Object.fromEntries(PAGES.map((page) => [`g ${page.key}`, () => void navigate({ to: page.to })])),
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        setPalette((open) => !open);
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  useEffect(() => setMenu(false), [path]);
  return (
    <div className="lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
      <a href="#content" className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-surface focus:px-3 focus:py-2">Skip to the content</a>
      <aside aria-label="Menu" className="sticky top-0 hidden h-screen border-r bg-canvas lg:block"><Sidebar /></aside>
      {menu && (
        <div className="fixed inset-0 z-40 lg:hidden">
          <button type="button" aria-label="Close the menu" className="absolute inset-0 size-full bg-black/40" onClick={() => setMenu(false)} />
          <div className="relative h-full w-60 border-r bg-canvas shadow-pop"><Sidebar onNavigate={() => setMenu(false)} /></div>
        </div>
      )}
      <div className="min-w-0">
        <Topbar onMenu={() => setMenu(true)} onPalette={() => setPalette(true)} onHelp={() => setHelp(true)} />
        <StaleBanner />
        <main id="content" tabIndex={-1} className="mx-auto max-w-[1600px] px-3 py-5 outline-none sm:px-5"><Outlet /></main>
      </div>
      {palette && <Palette onClose={() => setPalette(false)} />}
      {help && <KeyHelp onClose={() => setHelp(false)} />}
    </div>
  );
}
