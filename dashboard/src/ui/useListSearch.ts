import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { one, type Search } from "~/shell/search";
import { filtersOf, type FilterField } from "./filters";

/** The filters of a list, which live in the URL and nowhere else. */
export function useListSearch(fields: FilterField[], defaultSort: string, keep: string[] = []) {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const text = JSON.stringify(search);
  const filters = useMemo(() => filtersOf(search, fields, defaultSort), [text, fields, defaultSort]);
  const change = useCallback(
    (next: Search) => {
      const kept = Object.fromEntries(keep.map((name) => [name, search[name]]));
      void navigate({ to: ".", search: { ...next, ...kept } as never, replace: true, resetScroll: false });
    },
    [navigate, text],
  );
  const sort = one(search.sort) || defaultSort;
  return { search, change, filters, sort, onSort: (next: string) => change({ ...search, sort: next === defaultSort ? undefined : next }) };
}
