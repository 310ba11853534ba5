/**
 * One row of a list. Scrolling moves rows in and out of sight many times a second, so those that stay are not drawn again:
 * a row is drawn anew when its thing, its columns, its place or its marks change, and for nothing else.
 */
import { flexRender, type ColumnMeta, type Row as TableRowOf } from "@tanstack/react-table";
import { memo, type ReactNode } from "react";

interface Props<Row> {
  row: TableRowOf<Row>;
  index: number;
  template: string;
  heightPx: number;
  active: boolean;
  opens: boolean;
  /** Undefined where rows cannot be ticked. */
  ticked: boolean | undefined;
  onTick: (key: string) => void;
  /** On a phone a row is a card. */
  card?: (row: Row) => ReactNode;
}

function Drawn<Row>({ row, index, template, heightPx, active, opens, ticked, onTick, card }: Props<Row>) {
  const marks = `${opens ? "cursor-pointer" : ""} ${active || ticked ? "bg-selected" : "hover:bg-hover"} ${card ? "block overflow-hidden py-2.5" : "grid items-center gap-x-3"}`;
  const place = { top: index * heightPx, height: heightPx, gridTemplateColumns: card ? undefined : template };
  return (
    <div role="row" aria-rowindex={index + 1} data-index={index} data-active={active || undefined} className={`absolute inset-x-0 border-b px-4 ${marks}`} style={place}>
      {card ? <div role="cell">{card(row.original)}</div> : (
        <>
          {ticked !== undefined && (
            <div role="cell"><input type="checkbox" aria-label={`Select row ${index + 1}`} checked={ticked} onChange={() => onTick(row.id)} className="size-3.5 accent-accent align-middle" /></div>
          )}
          {row.getVisibleCells().map((cell) => (
            <div key={cell.id} role="cell" className={look(cell.column.columnDef.meta)}>
              {flexRender(cell.column.columnDef.cell, cell.getContext())}
            </div>
          ))}
        </>
      )}
    </div>
  );
}

/** Only a column that gives way is cut off: each cell that can be is a layer of its own to the browser, in every frame. */
function look(meta: ColumnMeta<unknown, unknown> | undefined): string {
  const cut = meta?.width.startsWith("minmax") ? "min-w-0 truncate" : "whitespace-nowrap";
  return meta?.right ? `${cut} justify-self-end` : cut;
}

/** The table makes new rows around the same things whenever other things come into sight. */
function same<Row>(a: Props<Row>, b: Props<Row>): boolean {
  return a.row.original === b.row.original && a.index === b.index && a.template === b.template && a.heightPx === b.heightPx
    && a.active === b.active && a.ticked === b.ticked && a.opens === b.opens && a.card === b.card;
}

export const TableRow = memo(Drawn, same) as typeof Drawn;
