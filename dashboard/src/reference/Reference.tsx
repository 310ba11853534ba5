/** The reference of the API, made from the document that the API itself serves. Nothing of it comes from elsewhere. */
import { useEffect, useMemo, useRef, useState } from "react";
import { Logo } from "~/shell/Logo";
import { toggleTheme, useTheme } from "~/shell/theme";
import { IconButton } from "~/ui/Button";
import { Copyable } from "~/ui/Copy";
import { Empty, Loading } from "~/ui/Empty";
import { Icon } from "~/ui/Icon";
import { groupsOf, matches, type Document } from "./openapi";
import { OperationView } from "./OperationView";

const SOURCE = "/api/openapi.json";

export function Reference() {
  const { document: found, fault } = useDocument();
  if (fault) return <Empty icon="dead" title="The API did not answer">{fault}</Empty>;
  if (!found) return <main className="mx-auto max-w-5xl p-5"><Loading rows={12} /></main>;
  return <Shown document={found} />;
}

function useDocument() {
  const [state, setState] = useState<{ document?: Document; fault?: string }>({});
  useEffect(() => {
    fetch(SOURCE)
      .then((answer) => (answer.ok ? (answer.json() as Promise<Document>) : Promise.reject(new Error(`It answered ${answer.status}.`))))
      .then((document) => setState({ document }), (fault: Error) => setState({ fault: fault.message }));
  }, []);
  return state;
}

function Shown({ document: found }: { document: Document }) {
  const [words, setWords] = useState("");
  const groups = useMemo(() => groupsOf(found), [found]);
  const shown = groups.map(([name, all]) => [name, all.filter((one) => matches(one, words))] as const).filter(([, some]) => some.length);
  useEffect(() => {
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <>
      <Bar words={words} onWords={setWords} />
      <div className="mx-auto max-w-6xl px-3 py-6 sm:px-5 lg:grid lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-8">
        <nav aria-label="Groups" className="sticky top-18 hidden self-start lg:block">
          <ul className="space-y-0.5">
            {shown.map(([name, some]) => <li key={name}><a href={`#${anchor(name)}`} className="flex items-baseline justify-between rounded-md px-2 py-1 text-muted capitalize hover:bg-hover hover:text-text">{name}<span className="tabular text-xs text-faint">{some.length}</span></a></li>)}
          </ul>
        </nav>
        <main className="min-w-0 space-y-8">
          <Begin document={found} />
          {shown.map(([name, some]) => (
            <section key={name} id={anchor(name)} aria-label={name} className="scroll-mt-16">
              <h2 className="mb-2 font-semibold capitalize">{name}</h2>
              <ul className="divide-y overflow-hidden rounded-lg border bg-surface shadow-card">{some.map((one) => <OperationView key={one.operationId} operation={one} document={found} />)}</ul>
            </section>
          ))}
          {!shown.length && <Empty icon="search" title="Nothing matches">All words must be in the path, the method or the description.</Empty>}
        </main>
      </div>
    </>
  );
}

const anchor = (group: string) => `group-${group.replaceAll(" ", "-")}`;

function Bar({ words, onWords }: { words: string; onWords: (words: string) => void }) {
  const theme = useTheme();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.target === box.current) return;
      event.preventDefault();
      box.current?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <header className="sticky top-0 z-20 flex h-12 items-center gap-3 border-b bg-canvas/90 px-3 backdrop-blur sm:px-5">
      <a href="/" className="flex items-center gap-2 rounded font-semibold"><Logo />Tickwheel<span className="font-normal text-muted max-sm:hidden">API</span></a>
      <label className="ml-auto flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md border border-line-strong bg-surface px-2.5 shadow-card focus-within:border-accent sm:max-w-80">
        <Icon name="search" size={14} className="text-faint" />
        <span className="sr-only">Search the operations</span>
        <input ref={box} type="search" value={words} onChange={(event) => onWords(event.target.value)} placeholder="Search the operations" className="min-w-0 flex-1 bg-transparent outline-none" />
        <kbd className="hidden rounded border bg-sunken px-1 font-mono text-2xs text-muted sm:block">/</kbd>
      </label>
      <IconButton label={theme === "dark" ? "Light theme" : "Dark theme"} icon={theme === "dark" ? "sun" : "moon"} onClick={toggleTheme} />
    </header>
  );
}

function Begin({ document: { info } }: { document: Document }) {
  return (
    <section className="space-y-3">
      <h1 className="text-lg font-semibold tracking-tight">{info.title} API <span className="tabular ml-1 font-normal text-muted">{info.version}</span></h1>
      <p className="max-w-prose text-muted">{info.description} Machines send a token, made in Settings or by the command line; the dashboard uses a session. Faults are answered as <code className="font-mono text-xs">application/problem+json</code> with a code that does not change.</p>
      <Copyable text={`curl ${location.origin}/api/v1/jobs -H "Authorization: Bearer $TICKWHEEL_TOKEN"`} />
      <p className="flex flex-wrap gap-4 text-xs">
        <a href={SOURCE} className="rounded text-accent hover:underline">OpenAPI document</a>
        <a href="/api/asyncapi.json" className="rounded text-accent hover:underline">AsyncAPI document of the topics</a>
      </p>
    </section>
  );
}
