/** What a list can be filtered by, and the small language of the filter box: `status:FAILED handler:noop free text`. */
import { many, one, type Search } from "~/shell/search";

export interface FilterField {
  name: string;
  label: string;
  /** Several values may hold at once. */
  several?: boolean;
  /** Values to offer; those of the server are looked up as one types. */
  options?: string[] | ((typed: string) => Promise<string[]>);
  hint?: string;
  /** An instant: typed as `2h` it is so long ago, and the address keeps the instant itself. */
  instant?: boolean;
}

export const SINCE: FilterField = { name: "since", label: "Since", instant: true, options: ["15m", "1h", "6h", "24h", "7d"], hint: "As 6h, or 2026-01-31T09:00:00Z" };
export const UNTIL: FilterField = { ...SINCE, name: "until", label: "Until" };

export interface Chip {
  field: FilterField;
  value: string;
}

export function chipsOf(search: Search, fields: FilterField[]): Chip[] {
  return fields.flatMap((field) => many(search[field.name]).map((value) => ({ field, value })));
}

export function withChip(search: Search, field: FilterField, typed: string): Search {
  const value = field.instant ? instantOf(typed, Date.now()) : typed;
  if (!field.several) return { ...search, [field.name]: value };
  return { ...search, [field.name]: [...new Set([...many(search[field.name]), value])] };
}

export function withoutChip(search: Search, field: FilterField, value: string): Search {
  const left = many(search[field.name]).filter((one) => one !== value);
  return { ...search, [field.name]: left.length ? left : undefined };
}

const UNITS_MS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

export function instantOf(typed: string, nowMs: number): string {
  const [, n, unit] = /^(\d+)\s*([smhdw])$/.exec(typed.trim()) ?? [];
  return n && unit ? `${new Date(nowMs - Number(n) * UNITS_MS[unit]!).toISOString().slice(0, 19)}Z` : typed;
}

/** What is typed so far: a field and the beginning of its value, or free words. */
export function typed(text: string, fields: FilterField[]): { field?: FilterField; rest: string } {
  const colon = text.indexOf(":");
  const name = colon < 0 ? "" : text.slice(0, colon).trim().toLowerCase();
  const field = fields.find((one) => one.name === name || one.label.toLowerCase() === name);
  return field ? { field, rest: text.slice(colon + 1).trim() } : { rest: text };
}

/** The filters that the API gets: chips, the search and the sort. */
export function filtersOf(search: Search, fields: FilterField[], sort: string): Search {
  const found: Search = {};
  for (const field of fields) {
    const values = many(search[field.name]);
    if (values.length) found[field.name] = field.several ? values : values[0];
  }
  if (one(search.q)) found.q = one(search.q);
  found.sort = one(search.sort) || sort;
  return found;
}
