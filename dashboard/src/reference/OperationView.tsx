import { useState } from "react";
import { Copyable } from "~/ui/Copy";
import { Icon } from "~/ui/Icon";
import { Json } from "~/ui/Json";
import { curlOf, type Document, type Operation, type Parameter } from "./openapi";
import { Field, SchemaView } from "./SchemaView";

const TINTS: Record<string, string> = { GET: "bg-run-tint text-run", POST: "bg-ok-tint text-ok", PUT: "bg-warn-tint text-warn", PATCH: "bg-warn-tint text-warn", DELETE: "bg-bad-tint text-bad" };

export function Method({ method }: { method: string }) {
  return <span className={`inline-flex h-5 w-14 shrink-0 items-center justify-center rounded font-mono text-2xs font-semibold ${TINTS[method] ?? "bg-idle-tint text-idle"}`}>{method}</span>;
}

/** One line until it is opened: the whole API is to be seen at a glance. */
export function OperationView({ operation, document }: { operation: Operation; document: Document }) {
  const [open, setOpen] = useState(location.hash === `#${operation.operationId}`);
  const toggle = () => {
    if (!open) history.replaceState(null, "", `#${operation.operationId}`);
    setOpen(!open);
  };
  const [first = "", ...rest] = (operation.description ?? operation.summary ?? "").split("\n\n");
  return (
    <li id={operation.operationId} className="scroll-mt-16">
      <h3>
        <button type="button" aria-expanded={open} onClick={toggle} className="flex w-full items-center gap-3 px-4 py-2.5 text-left hover:bg-hover">
          <Method method={operation.method} />
          <span className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-4">
            <span className="block font-mono text-xs font-medium break-all sm:shrink-0 sm:basis-80">{operation.path}</span>
            <span className="block min-w-0 text-muted max-sm:text-xs sm:truncate">{first}</span>
          </span>
          <Icon name={open ? "down" : "chevron"} size={12} className="text-faint" />
        </button>
      </h3>
      {open && (
        <div className="space-y-5 border-t bg-canvas/50 px-4 py-4">
          {rest.map((text) => <p key={text} className="max-w-prose">{text}</p>)}
          <Copyable text={curlOf(operation, location.origin)} />
          {(["path", "query", "header"] as const).map((place) => <Parameters key={place} place={place} all={operation.parameters ?? []} document={document} />)}
          {Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema, example }]) => (
            <Part key={type} title="Body" hint={type}>
              {schema && <SchemaView schema={schema} document={document} />}
              {example !== undefined && <Json value={example} label="example of the body" />}
            </Part>
          ))}
          <Answers operation={operation} document={document} />
        </div>
      )}
    </li>
  );
}

function Part({ title, hint, children }: { title: string; hint?: string; children: React.ReactNode }) {
  return (
    <section className="space-y-2">
      <h4 className="font-semibold">{title}{hint && <span className="ml-2 text-xs font-normal text-muted">{hint}</span>}</h4>
      {children}
    </section>
  );
}

const TITLES = { path: "In the path", query: "In the query", header: "In the headers" } as const;

function Parameters({ place, all, document }: { place: keyof typeof TITLES; all: Parameter[]; document: Document }) {
  const mine = all.filter((one) => one.in === place);
  if (!mine.length) return null;
  return (
    <Part title={TITLES[place]}>
      <ul className="divide-y rounded-md border bg-surface">{mine.map((one) => <Field key={one.name} name={one.name} schema={one.schema ?? {}} required={one.required ?? false} note={one.description} document={document} />)}</ul>
    </Part>
  );
}

function Answers({ operation, document }: { operation: Operation; document: Document }) {
  const codes = Object.keys(operation.responses).sort();
  const good = codes.filter((code) => code < "300");
  const [shown, setShown] = useState(good[0] ?? codes[0] ?? "");
  const answer = operation.responses[shown];
  const [type, content] = Object.entries(answer?.content ?? {})[0] ?? [];
  return (
    <Part title="Answers">
      <div className="flex flex-wrap gap-1">
        {codes.map((code) => (
          <button key={code} type="button" aria-pressed={code === shown} onClick={() => setShown(code)} className="tabular rounded border px-2 py-0.5 font-mono text-xs text-muted hover:bg-hover aria-pressed:border-accent aria-pressed:bg-selected aria-pressed:text-text">{code}</button>
        ))}
      </div>
      {answer && <p className="text-xs text-muted">{answer.description}{type && <> · {type}</>}</p>}
      {content?.schema && <SchemaView key={shown} schema={content.schema} document={document} />}
      {content?.example !== undefined && <Json value={content.example} label={`example of the answer ${shown}`} />}
    </Part>
  );
}
