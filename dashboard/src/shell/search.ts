/** The query string of pages: plain `status=FAILED&status=LOST&q=x`, so that links can be read, typed and shared. */
export type Search = Record<string, string | string[] | undefined>;

export function parseSearch(text: string): Search {
  const found: Search = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const before = found[name];
    found[name] = before === undefined ? value : [before, value].flat();
  }
  return found;
}

export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of [value].flat()) if (one !== undefined && one !== null && one !== "") pairs.append(name, String(one));
  }
  const text = pairs.toString();
  return text && `?${text}`;
}

export const many = (value: string | string[] | undefined): string[] => (value === undefined ? [] : [value].flat());
export const one = (value: string | string[] | undefined): string => many(value)[0] ?? "";
