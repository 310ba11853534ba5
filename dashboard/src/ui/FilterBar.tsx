import { useEffect, useId, useRef, useState } from "react";
import { useKeys } from "~/shell/keys";
import { one, type Search } from "~/shell/search";
import { compact } from "~/time/format";
import { chipsOf, typed, withChip, withoutChip, type FilterField } from "./filters";
import { Icon } from "./Icon";
import { wordOf } from "./Status";

interface Offer {
  text: string;
  hint?: string;
  pick: () => void;
}

/** Chips and one box: words search, `field:value` filters, everything ends up in the URL. */
export function FilterBar({ fields, search, onChange, placeholder }: {
  fields: FilterField[]; search: Search; onChange: (search: Search) => void; placeholder: string;
}) {
  const [text, setText] = useState(one(search.q));
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const offers = useOffers(text, fields, (field, value) => {
    onChange(withChip({ ...search, q: undefined }, field, value));
    setText("");
    setAt(-1);
    setOpen(false);
  }, (field) => {
    setText(`${field.name}:`);
    setOpen(true);
    setAt(-1);
    input.current?.focus();
  });
  useKeys({ "/": () => input.current?.focus() });
  useEffect(() => setText(one(search.q)), [search.q]);
  // Words search by themselves shortly after the last key; a field that is being typed does not.
  useEffect(() => {
    if (typed(text, fields).field || text === one(search.q)) return;
    const timer = window.setTimeout(() => onChange({ ...search, q: text || undefined }), 350);
    return () => window.clearTimeout(timer);
  }, [text]);
  const chips = chipsOf(search, fields);
  const commit = () => {
    const { field, rest } = typed(text, fields);
    // Of a field that knows all its values only those can be meant: the first that fits, or none yet.
    const closed = Array.isArray(field?.options) && !field.instant && rest;
    const offer = offers[at] ?? (closed ? offers[0] : undefined);
    if (closed && !offer) return;
    if (offer) offer.pick();
    else if (field && rest) {
      onChange(withChip({ ...search, q: undefined }, field, rest));
      setText("");
    } else onChange({ ...search, q: text || undefined });
    if (!offer) setOpen(false);
  };
  const onKey = (event: React.KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      setAt((now) => (offers.length ? (now + step + offers.length) % offers.length : -1));
    } else if (event.key === "Enter") {
      event.preventDefault();
      commit();
    } else if (event.key === "Escape") {
      if (open) setOpen(false);
      else input.current?.blur();
    } else if (event.key === "Backspace" && !text && chips.length) {
      const last = chips.at(-1)!;
      onChange(withoutChip(search, last.field, last.value));
    }
  };
  return (
    <div className="relative min-w-48 flex-1 basis-64">
      <div className="flex min-h-8 flex-wrap items-center gap-1 rounded-md border border-line-strong bg-surface py-0.5 pr-2 pl-2.5 shadow-card focus-within:border-accent focus-within:outline-2 focus-within:outline-accent/30">
        <Icon name="search" size={14} className="text-faint" />
        {chips.map(({ field, value }) => (
          <button
            key={`${field.name}:${value}`}
            type="button"
            aria-label={`Remove the filter ${field.label} ${value}`}
            onClick={() => onChange(withoutChip(search, field, value))}
            className="inline-flex h-6 max-w-60 items-center gap-1 rounded bg-selected px-1.5 text-xs hover:bg-sunken"
          >
            <span className="text-muted">{field.label}</span>
            <span className="truncate font-medium" title={value}>{chipText(field, value)}</span>
            <Icon name="close" size={10} />
          </button>
        ))}
        <input
          ref={input}
          role="combobox"
          aria-label="Filter"
          aria-expanded={open && offers.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={open && at >= 0 ? `${id}-${at}` : undefined}
          value={text}
          placeholder={chips.length ? "" : placeholder}
          onChange={(event) => {
            setText(event.target.value);
            setOpen(true);
            setAt(-1);
          }}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onBlur={() => window.setTimeout(() => setOpen(false), 150)}
          onKeyDown={onKey}
          className="h-6.5 min-w-24 flex-1 bg-transparent px-1 outline-none"
        />
        {(chips.length > 0 || text) && (
          <button type="button" className="rounded px-1.5 text-xs text-muted hover:text-text" onClick={() => {
            setText("");
            onChange({ sort: search.sort });
          }}>Clear</button>
        )}
      </div>
      <div id={id} role="listbox" aria-label="Suggestions" hidden={!open || !offers.length} className="absolute inset-x-0 top-full z-30 mt-1 max-h-72 max-w-md overflow-y-auto rounded-lg border bg-surface p-1 shadow-pop">
        {open && offers.map((offer, index) => (
          <div
            key={offer.text}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onMouseDown={(event) => {
              event.preventDefault();
              offer.pick();
            }}
            onMouseEnter={() => setAt(index)}
            className="flex cursor-pointer items-center justify-between gap-4 rounded-md px-2 py-1.5 aria-selected:bg-hover"
          >
            <span className="truncate">{offer.text}</span>
            {offer.hint && <span className="truncate text-xs text-muted">{offer.hint}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}

function chipText(field: FilterField, value: string): string {
  if (field.instant && Date.parse(value)) return compact(Date.parse(value), Date.now());
  return /^[A-Z_]+$/.test(value) ? wordOf(value) : value;
}

function useOffers(text: string, fields: FilterField[], pick: (field: FilterField, value: string) => void, begin: (field: FilterField) => void): Offer[] {
  const { field, rest } = typed(text, fields);
  const [values, setValues] = useState<string[]>([]);
  useEffect(() => {
    if (!field) return;
    const options = field.options;
    if (typeof options !== "function") {
      setValues(options ?? []);
      return;
    }
    let current = true;
    const timer = window.setTimeout(() => void options(rest).then((found) => current && setValues(found), () => {}), 150);
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [field?.name, rest]);
  if (field) {
    const fits = values.filter((value) => value.toLowerCase().includes(rest.toLowerCase())).slice(0, 50);
    return fits.map((value) => ({ text: value, pick: () => pick(field, value) }));
  }
  const wanted = text.trim().toLowerCase();
  const named = fields.filter((one) => one.name.includes(wanted) || one.label.toLowerCase().includes(wanted));
  const direct = wanted.length < 2 ? [] : fields.flatMap((one) => (Array.isArray(one.options) ? one.options.filter((value) => value.toLowerCase().startsWith(wanted)).map((value) => ({ text: `${one.name}:${value}`, pick: () => pick(one, value) })) : []));
  return [...direct, ...named.map((one) => ({ text: `${one.name}:`, hint: one.hint ?? one.label, pick: () => begin(one) }))];
}
