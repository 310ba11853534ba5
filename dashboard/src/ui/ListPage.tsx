/** The frame of every list: filters above, the selection's bar, the table or what to do when it is empty. */
import { useInfiniteQuery, type InfiniteData } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import { useCallback, useMemo, type ReactNode } from "react";
import { rowsOf } from "~/api/lists";
import type { Page } from "~/api/types";
import { BulkBar, type BulkDeed } from "./BulkBar";
import { DataTable } from "./DataTable";
import { Empty, Failed, Loading } from "./Empty";
import { Check } from "./Field";
import { FilterBar } from "./FilterBar";
import type { FilterField } from "./filters";
import { useListSearch } from "./useListSearch";
import { useSelection } from "./useSelection";
import { useWidth } from "./useWidth";

interface Props<Row> {
  noun: string;
  fields: FilterField[];
  sort: string;
  placeholder: string;
  // The options of an infinite query know their key's exact type, which a frame for all lists does not.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  list: (filters: Record<string, string | string[] | undefined>) => any;
  columns: ColumnDef<Row, unknown>[];
  rowKey: (row: Row) => string;
  open?: (row: Row) => void;
  card: (row: Row) => ReactNode;
  deeds?: BulkDeed[];
  empty: ReactNode;
  tools?: ReactNode;
  /** Names in the URL that are not filters and outlive them. */
  keep?: string[];
}

export function ListPage<Row>(props: Props<Row>) {
  const { noun, fields, columns, rowKey, deeds = [] } = props;
  const { search, change, filters, sort, onSort } = useListSearch(fields, props.sort, props.keep);
  const found = useInfiniteQuery<Page<Row>, Error, InfiniteData<Page<Row>, string>>({ ...props.list(filters), placeholderData: (before: unknown) => before });
  const rows = useMemo(() => rowsOf(found.data), [found.data]);
  const keys = useMemo(() => rows.map(rowKey), [rows, rowKey]);
  const selected = useSelection(keys, JSON.stringify(filters));
  const phone = useWidth() === 0;
  const first = found.data?.pages[0];
  const fetchMore = found.fetchNextPage;
  const loadMore = useCallback(() => void fetchMore(), [fetchMore]);
  const filtered = Object.keys(filters).length > 1;
  return (
    <section className="rounded-lg border bg-surface shadow-card">
      <div className="flex flex-wrap items-center gap-3 border-b p-3">
        <FilterBar fields={fields} search={search} onChange={change} placeholder={props.placeholder} />
        {props.tools}
        {phone && deeds.length > 0 && rows.length > 0 && <Check label="Select all" checked={selected.table.all} onChange={selected.table.toggleAll} />}
        <span role="status" className="tabular text-xs text-muted">{first?.total !== undefined && `${first.total.toLocaleString("en-US")}${first.total_is_exact === false ? "+" : ""} ${noun}`}</span>
      </div>
      <BulkBar selected={selected} total={first?.total} exact={first?.total_is_exact} noun={noun} filters={filters} deeds={deeds} />
      {found.isPending ? <Loading rows={8} /> : found.isError && !found.data ? (
        <Failed fault={found.error} retry={() => void found.refetch()} what={`the ${noun}`} />
      ) : rows.length ? (
        <DataTable
          label={noun}
          rows={rows}
          columns={columns}
          rowKey={rowKey}
          open={props.open}
          card={props.card}
          sort={sort}
          onSort={onSort}
          selection={deeds.length ? selected.table : undefined}
          more={found.hasNextPage}
          loadingMore={found.isFetchingNextPage}
          loadMore={loadMore}
          total={first?.total}
        />
      ) : filtered ? (
        <Empty icon="search" title={`No ${noun} match`} action={<button type="button" className="rounded font-medium text-accent underline" onClick={() => change({})}>Clear the filters</button>}>Filters must all hold at once; words are looked for in names, handlers and messages.</Empty>
      ) : props.empty}
    </section>
  );
}
