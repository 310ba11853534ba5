/** One way to talk to the API: cookies, CSRF, problem documents. Knows nothing of caches or pages. */
import { freshId } from "./freshId";

export interface FieldFault {
  field: string;
  message: string;
}

/** A refusal (RFC 9457), or status 0 when no answer came at all. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly errors: FieldFault[] = [],
    readonly retryAfterS = 0,
  ) {
    super(detail);
    this.name = "Problem";
  }
}

export type Scalar = string | number | boolean | null | undefined;
export type Query = Record<string, Scalar | readonly string[]>;

export interface Call {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  query?: Query;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Goes on although the page is left. */
  keepalive?: boolean;
}

let leaving = false;
window.addEventListener("pagehide", () => (leaving = true), { capture: true });
window.addEventListener("pageshow", () => (leaving = false));

let csrfToken = "";
let onSignedOut: () => void = () => {};

export function rememberCsrf(token: string): void {
  csrfToken = token;
}

export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

export function queryText(query: Query = {}): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const one of value) pairs.append(name, one);
    else if (value !== undefined && value !== null && value !== "") pairs.append(name, String(value));
  }
  const text = pairs.toString();
  return text && `?${text}`;
}

export async function call<T>(path: string, { method = "GET", query, body, headers, signal, keepalive = leaving }: Call = {}): Promise<T> {
  const write = method !== "GET";
  const answer = await reach(path + queryText(query), {
    method,
    signal,
    keepalive,
    credentials: "same-origin",
    headers: {
      Accept: "application/json",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(write ? { "X-CSRF-Token": csrfToken, "Idempotency-Key": freshId() } : {}),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!answer.ok) throw await problemOf(answer, path);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (fault) {
    if (init.signal?.aborted) throw fault;
    throw new Problem(0, "unreachable", "The API does not answer. Is it running, and is the network up?");
  }
}

async function problemOf(answer: Response, path: string): Promise<Problem> {
  const document = (await answer.json().catch(() => ({}))) as Partial<{
    code: string;
    detail: string;
    title: string;
    errors: FieldFault[];
  }>;
  if (answer.status === 401 && !path.startsWith("/api/auth/")) onSignedOut();
  return new Problem(
    answer.status,
    document.code ?? "http",
    document.detail ?? document.title ?? `The API answered ${answer.status}.`,
    document.errors ?? [],
    Number(answer.headers.get("Retry-After") ?? 0),
  );
}
