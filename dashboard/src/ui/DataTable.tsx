/**
 * Every list: as many rows as there are, of which only those in sight exist. The window scrolls, more is loaded well before
 * its end, j and k move, Enter opens, x ticks. All rows are of one height, so nothing is ever measured.
 */
import { getCoreRowModel, useReactTable, type ColumnDef, type RowData } from "@tanstack/react-table";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type MouseEvent, type ReactNode } from "react";
import { useKeys } from "~/shell/keys";
import { Spinner } from "./Button";
import { TableHead } from "./TableHead";
import { TableRow } from "./TableRow";
import { reaches, useWidth, type Step } from "./useWidth";

declare module "@tanstack/react-table" {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars
  interface ColumnMeta<TData extends RowData, TValue> {
    /** Track of the grid, such as `minmax(12rem, 2fr)`. */
    width: string;
    /** Shown from this width of the window on. */
    from?: Step;
    /** The word that the API sorts by. */
    sort?: string;
    right?: boolean;
  }
}

export interface Selection {
  has: (key: string) => boolean;
  toggle: (key: string) => void;
  all: boolean;
  toggleAll: () => void;
}

interface Props<Row> {
  label: string;
  rows: Row[];
  columns: ColumnDef<Row, unknown>[];
  rowKey: (row: Row) => string;
  open?: (row: Row) => void;
  /** A row on a phone: three lines at most. The same function at every draw, or all rows are drawn again. */
  card: (row: Row) => ReactNode;
  sort?: string;
  onSort?: (sort: string) => void;
  selection?: Selection;
  more?: boolean;
  loadingMore?: boolean;
  loadMore?: () => void;
  total?: number;
}

const ROW_PX = 40;
const CARD_PX = 80;
/** Rows above and below what is seen that exist already, so that a quick scroll shows no gap. */
const OVERSCAN = 8;
/** How many rows before the end the next page is asked for: it is there before anybody arrives. */
const AHEAD = 60;

export function DataTable<Row>(props: Props<Row>) {
  const { label, rows, columns, rowKey, open, card, selection, more, loadMore, loadingMore, total } = props;
  const width = useWidth();
  const phone = width === 0;
  const heightPx = phone ? CARD_PX : ROW_PX;
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  // By its key: rows that arrive meanwhile must not put another one under the next key.
  const [activeKey, setActiveKey] = useState<string>();
  const active = useMemo(() => (activeKey === undefined ? -1 : rows.findIndex((row) => rowKey(row) === activeKey)), [rows, rowKey, activeKey]);
  useLayoutEffect(() => {
    if (list.current) setTop(list.current.getBoundingClientRect().top + window.scrollY);
  }, [width]);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => heightPx,
    overscan: OVERSCAN,
    scrollMargin: top,
    useFlushSync: false,
  });
  useEffect(() => virtual.measure(), [virtual, heightPx]);
  useStandingStill(rows, rowKey, heightPx, top, props.sort);
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const end = (items.at(-1)?.index ?? -1) + 1;
  const inSight = useMemo(() => rows.slice(first, end), [rows, first, end]);
  const shown = useMemo(() => columns.filter((column) => reaches(width, column.meta?.from)), [columns, width]);
  const table = useReactTable({ data: inSight, columns: shown, getCoreRowModel: getCoreRowModel(), getRowId: rowKey });
  const template = [...(selection ? ["2rem"] : []), ...shown.map((column) => column.meta?.width ?? "1fr")].join(" ");
  useEffect(() => {
    if (more && !loadingMore && end >= rows.length - AHEAD) loadMore?.();
  }, [end, more, loadingMore, rows.length, loadMore]);
  const move = (step: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, active + step));
    setActiveKey(rows[next] && rowKey(rows[next]));
    virtual.scrollToIndex(next, { align: "auto" });
  };
  const current = rows[active];
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    ...(current && open ? { Enter: () => open(current), o: () => open(current) } : {}),
    ...(current && selection ? { x: () => selection.toggle(rowKey(current)) } : {}),
  });
  const latest = useRef(selection);
  latest.current = selection;
  const tick = useCallback((key: string) => latest.current?.toggle(key), []);
  const onClick = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const index = Number(target.closest<HTMLElement>("[data-index]")?.dataset.index ?? -1);
    const clicked = rows[index];
    if (!clicked || target.closest("a, button, input, [role=menu]") || getSelection()?.toString()) return;
    setActiveKey(rowKey(clicked));
    open?.(clicked);
  };
  return (
    <div role="table" aria-label={label} aria-rowcount={total ?? rows.length} className="min-w-0">
      {!phone && <TableHead headers={table.getHeaderGroups()[0]?.headers ?? []} template={template} selection={selection} sort={props.sort} onSort={props.onSort} />}
      <div role="rowgroup" ref={list} onClick={onClick} className="relative" style={{ height: virtual.getTotalSize() }}>
        {table.getRowModel().rows.map((row) => (
          <TableRow
            key={row.id}
            row={row}
            index={first + row.index}
            template={template}
            heightPx={heightPx}
            active={first + row.index === active}
            opens={open !== undefined}
            ticked={selection?.has(row.id)}
            onTick={tick}
            card={phone ? card : undefined}
          />
        ))}
      </div>
      {loadingMore && <div className="flex justify-center py-3 text-muted"><Spinner /></div>}
    </div>
  );
}

/** More at once are another list, not news of the same. */
const NEWS_AT_MOST = 100;

/** Whoever reads further down keeps their line in sight while new rows come in above. */
function useStandingStill<Row>(rows: Row[], rowKey: (row: Row) => string, heightPx: number, top: number, sort?: string): void {
  const before = useRef<{ key?: string; sort?: string }>({});
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { key: rows[0] && rowKey(rows[0]), sort };
    if (was.key === undefined || was.sort !== sort || window.scrollY <= top) return;
    const news = rows.slice(0, NEWS_AT_MOST).findIndex((row) => rowKey(row) === was.key);
    if (news > 0) window.scrollBy({ top: news * heightPx, behavior: "instant" });
  }, [rows, rowKey, heightPx, top, sort]);
}
