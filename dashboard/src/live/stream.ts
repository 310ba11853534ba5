/**
 * The one live connection of this tab: reconnects with back-off, resumes where it was cut off, rests while the tab is hidden.
 *
 *     resting ──visible──> connecting ──first message──> live ──cut off──> waiting ──back-off──> connecting
 */
import type { JournalEvent } from "~/api/types";
import { backoffMs } from "./backoff";
import { tokenBetween } from "./position";
import { SseParser, type SseMessage } from "./sse";

export type LiveState = "resting" | "connecting" | "live" | "waiting";

export interface LiveEvent {
  type: string;
  data: JournalEvent & Record<string, unknown>;
  /** Offset token of the event: a read that names it sees what it changed. Empty for heartbeats. */
  token: string;
  receivedAt: number;
}

export interface LiveStatus {
  state: LiveState;
  /** When the last sign of life came. */
  heardAt: number;
  retryAt: number;
}

const URL = "/api/v1/stream?channels=jobs,executions,workers";
const SILENT_MS = 40_000;
const HIDDEN_GRACE_MS = 5_000;
const DELIVER_EVERY_MS = 100;

export class LiveStream {
  private status: LiveStatus = { state: "resting", heardAt: 0, retryAt: 0 };
  private lastId = "";
  private failures = 0;
  private abort: AbortController | null = null;
  private timer = 0;
  private hiddenTimer = 0;
  private silentTimer = 0;
  private pending: LiveEvent[] = [];
  private deliverTimer = 0;
  private readonly watchers = new Set<() => void>();
  private readonly listeners = new Set<(events: LiveEvent[]) => void>();
  /** Called when the server no longer has what was missed: everything shown may be stale. */
  onGap: () => void = () => {};

  start(): void {
    document.addEventListener("visibilitychange", this.onVisibility);
    window.addEventListener("online", this.reconnect);
    this.connect();
  }

  stop(): void {
    document.removeEventListener("visibilitychange", this.onVisibility);
    window.removeEventListener("online", this.reconnect);
    this.rest();
    this.lastId = "";
  }

  subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };
  snapshot = (): LiveStatus => this.status;

  listen(listener: (events: LiveEvent[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  reconnect = (): void => {
    if (this.status.state === "waiting") {
      window.clearTimeout(this.timer);
      this.connect();
    }
  };

  private onVisibility = (): void => {
    window.clearTimeout(this.hiddenTimer);
    if (document.hidden) this.hiddenTimer = window.setTimeout(() => this.rest(), HIDDEN_GRACE_MS);
    else if (this.status.state === "resting") this.connect();
    else this.reconnect();
  };

  private rest(): void {
    window.clearTimeout(this.timer);
    window.clearTimeout(this.silentTimer);
    this.abort?.abort();
    this.abort = null;
    this.set({ state: "resting" });
  }

  private connect(): void {
    this.abort?.abort();
    const abort = new AbortController();
    this.abort = abort;
    this.set({ state: "connecting" });
    this.read(abort.signal).then(
      () => this.cutOff(abort),
      (fault) => this.cutOff(abort, fault),
    );
  }

  private async read(signal: AbortSignal): Promise<void> {
    const headers: Record<string, string> = { Accept: "text/event-stream" };
    if (this.lastId) headers["Last-Event-ID"] = this.lastId;
    const answer = await fetch(URL, { headers, signal, credentials: "same-origin", cache: "no-store" });
    if (answer.status === 410 || answer.status === 422) this.forget();
    if (!answer.ok || !answer.body) throw new Error(`the stream answered ${answer.status}`);
    const parser = new SseParser();
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      this.expectLife();
      const { done, value } = await reader.read();
      if (done) return;
      this.heard();
      for (const message of parser.push(value)) this.take(message);
    }
  }

  private take(message: SseMessage): void {
    const token = this.lastId ? tokenBetween(this.lastId, message.id) : "";
    if (message.type !== "end" && message.id) this.lastId = message.id;
    if (message.type === "begin" || message.type === "end") return;
    this.pending.push({ type: message.type, data: JSON.parse(message.data), token, receivedAt: Date.now() });
    // A storm of a thousand events is one update of the page, not a thousand.
    if (!this.deliverTimer) this.deliverTimer = window.setTimeout(this.deliver, DELIVER_EVERY_MS);
  }

  private deliver = (): void => {
    this.deliverTimer = 0;
    const events = this.pending;
    this.pending = [];
    for (const listener of this.listeners) listener(events);
  };

  private forget(): void {
    this.lastId = "";
    this.onGap();
  }

  private heard(): void {
    this.failures = 0;
    this.set({ state: "live", heardAt: Date.now() });
  }

  private expectLife(): void {
    window.clearTimeout(this.silentTimer);
    const abort = this.abort;
    this.silentTimer = window.setTimeout(() => abort?.abort(), SILENT_MS);
  }

  private cutOff(of: AbortController, _fault?: unknown): void {
    if (this.abort !== of) return;
    window.clearTimeout(this.silentTimer);
    const pause = backoffMs(this.failures++);
    this.set({ state: "waiting", retryAt: Date.now() + pause });
    this.timer = window.setTimeout(() => this.connect(), pause);
  }

  private set(change: Partial<LiveStatus>): void {
    const quiet = change.state === this.status.state && !("retryAt" in change);
    this.status = { ...this.status, ...change };
    if (!quiet) for (const watcher of this.watchers) watcher();
  }
}

export const live = new LiveStream();
