/** The names of the columns; a click on one that the API can sort by sorts. */
import { flexRender, type Header } from "@tanstack/react-table";
import type { Selection } from "./DataTable";
import { Icon } from "./Icon";

interface Props<Row> {
  headers: Header<Row, unknown>[];
  template: string;
  selection?: Selection;
  sort?: string;
  onSort?: (sort: string) => void;
}

export function TableHead<Row>({ headers, template, selection, sort, onSort }: Props<Row>) {
  return (
    <div role="rowgroup" className="sticky top-12 z-10 rounded-t-lg border-b bg-surface">
      <div role="row" className="grid h-9 items-center gap-x-3 px-4 text-xs text-muted" style={{ gridTemplateColumns: template }}>
        {selection && (
          <div role="columnheader"><input type="checkbox" aria-label="Select all that are loaded" checked={selection.all} onChange={selection.toggleAll} className="size-3.5 accent-accent align-middle" /></div>
        )}
        {headers.map((header) => <Head key={header.id} header={header} sort={sort} onSort={onSort} />)}
      </div>
    </div>
  );
}

function Head<Row>({ header, sort, onSort }: { header: Header<Row, unknown>; sort?: string; onSort?: (sort: string) => void }) {
  const { meta, header: name } = header.column.columnDef;
  const word = meta?.sort;
  const text = flexRender(name, header.getContext());
  const place = meta?.right ? "text-right" : "";
  if (!word || !onSort) return <div role="columnheader" className={`truncate font-medium ${place}`}>{text}</div>;
  const mine = sort?.replace(/^-/, "") === word;
  const down = mine && sort?.startsWith("-");
  return (
    <div role="columnheader" aria-sort={mine ? (down ? "descending" : "ascending") : "none"} className={place}>
      <button type="button" onClick={() => onSort(mine && down ? word : `-${word}`)} className={`inline-flex items-center gap-1 font-medium hover:text-text ${mine ? "text-text" : ""}`}>
        {text}
        {mine && <Icon name={down ? "down" : "up"} size={11} />}
      </button>
    </div>
  );
}
