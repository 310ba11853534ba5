import { CopyButton } from "./Copy";

/** JSON to read: indented, its parts told apart by colour. */
export function Json({ value, max = "24rem", label = "JSON" }: { value: unknown; max?: string; label?: string }) {
  const text = JSON.stringify(value, null, 2) ?? "null";
  return (
    <div className="relative rounded-md border bg-sunken">
      <div className="absolute top-1 right-1"><CopyButton text={text} label={`Copy the ${label}`} /></div>
      <pre tabIndex={0} role="region" aria-label={label} className="thin-scroll overflow-auto p-3 pr-9 font-mono text-xs leading-5" style={{ maxHeight: max }}>{coloured(text)}</pre>
    </div>
  );
}

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function coloured(text: string) {
  const parts: React.ReactNode[] = [];
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    parts.push(text.slice(at, match.index));
    const [whole, string, colon] = match;
    const colour = string ? (colon ? "text-run" : "text-ok") : "text-warn";
    parts.push(<span key={match.index} className={colour}>{colon ? string : whole}</span>, colon ?? "");
    at = match.index + whole.length;
  }
  return [...parts, text.slice(at)];
}
