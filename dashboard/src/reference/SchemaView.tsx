import { useState } from "react";
import { Icon } from "~/ui/Icon";
import { core, resolved, typeWords, type Document, type Schema } from "./openapi";

/** The fields of an object; those that are objects themselves open on demand, since types may contain one another. */
export function SchemaView({ schema, document }: { schema: Schema; document: Document }) {
  const { schema: real } = core(resolved(schema, document));
  const inner = real.type === "array" ? resolved(real.items ?? {}, document) : resolved(real, document);
  const fields = Object.entries(inner.properties ?? {});
  if (!fields.length) return <p className="text-xs text-muted">{typeWords(schema)}</p>;
  return <ul className="divide-y rounded-md border">{fields.map(([name, field]) => <Field key={name} name={name} schema={field} required={inner.required?.includes(name) ?? false} document={document} />)}</ul>;
}

export function Field({ name, schema, required, document, note }: { name: string; schema: Schema; required: boolean; document: Document; note?: string }) {
  const [open, setOpen] = useState(false);
  const { schema: real, nullable } = core(schema);
  const inner = resolved(real.type === "array" ? (real.items ?? {}) : real, document);
  const nested = Boolean(inner.properties && Object.keys(inner.properties).length);
  const words = real.description ?? schema.description ?? note;
  const choices = real.enum ?? (real.$ref ? inner.enum : real.type === "array" ? real.items?.enum : undefined);
  return (
    <li className="px-3 py-2">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-mono text-xs font-medium">{name}</span>
        <span className="text-xs text-muted">{typeWords(real)}{nullable && " or null"}</span>
        {required && <span className="text-2xs font-medium text-warn">required</span>}
        {schema.default !== undefined && schema.default !== null && schema.default !== "" && <span className="text-xs text-muted">default <code className="font-mono">{JSON.stringify(schema.default)}</code></span>}
        {nested && (
          <button type="button" aria-expanded={open} onClick={() => setOpen(!open)} className="inline-flex items-center gap-1 rounded text-xs text-accent hover:underline">
            <Icon name={open ? "down" : "chevron"} size={11} />fields
          </button>
        )}
      </div>
      {words && <p className="mt-0.5 text-xs text-muted">{words}</p>}
      {choices && <p className="mt-1 flex flex-wrap gap-1">{choices.map((one) => <code key={String(one)} className="rounded bg-sunken px-1.5 font-mono text-2xs leading-4.5 text-muted">{String(one)}</code>)}</p>}
      {open && <div className="mt-2"><SchemaView schema={inner} document={document} /></div>}
    </li>
  );
}
