import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { one, type Search } from "~/shell/search";

/** One word of the address, which stays when the page is loaded again or sent to somebody. The usual one is left out. */
export function useParam<Value extends string>(name: string, usual: Value): [Value, (next: Value) => void] {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const set = useCallback(
    (next: Value) => void navigate({ to: ".", search: ((before: Search) => ({ ...before, [name]: next === usual ? undefined : next })) as never, replace: true, resetScroll: false }),
    [navigate, name, usual],
  );
  return [(one(search[name]) as Value) || usual, set];
}
