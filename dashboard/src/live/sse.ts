/** Server-sent events from a chunked text. EventSource cannot resume after a pause of our own choosing; fetch and this can. */
export interface SseMessage {
  id: string;
  type: string;
  data: string;
}

export class SseParser {
  private rest = "";
  private id = "";
  private type = "";
  private data: string[] = [];

  /** Messages that are complete with this chunk. Comments only prove that the line is alive. */
  push(chunk: string): SseMessage[] {
    const lines = (this.rest + chunk).split("\n");
    this.rest = lines.pop() ?? "";
    return lines.flatMap((line) => this.line(line.endsWith("\r") ? line.slice(0, -1) : line));
  }

  private line(line: string): SseMessage[] {
    if (line === "") return this.dispatch();
    const colon = line.indexOf(":");
    if (colon === 0) return [];
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "id") this.id = value;
    else if (field === "event") this.type = value;
    else if (field === "data") this.data.push(value);
    return [];
  }

  private dispatch(): SseMessage[] {
    if (!this.type && !this.data.length) return [];
    const message = { id: this.id, type: this.type || "message", data: this.data.join("\n") };
    this.type = "";
    this.data = [];
    return [message];
  }
}
