import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { one, type Search } from "~/shell/search";

/** A slider or a key moves faster than a browser lets an address change. */
const SOON_MS = 250;

/** One word of the address, which stays when the page is loaded again or sent to somebody. The usual one is left out. */
export function useParam<Value extends string>(name: string, usual: Value): [Value, (next: Value) => void] {
  const address = (one((useSearch({ strict: false }) as Search)[name]) as Value) || usual;
  const navigate = useNavigate();
  const [value, setValue] = useState(address);
  const known = useRef(address);
  useEffect(() => {
    if (address === known.current) return;
    known.current = address;
    setValue(address);
  }, [address]);
  useEffect(() => {
    if (value === known.current) return;
    const timer = window.setTimeout(() => {
      known.current = value;
      void navigate({ to: ".", search: ((before: Search) => ({ ...before, [name]: value === usual ? undefined : value })) as never, replace: true, resetScroll: false });
    }, SOON_MS);
    return () => window.clearTimeout(timer);
  }, [value, name, usual, navigate]);
  return [value, setValue];
}
