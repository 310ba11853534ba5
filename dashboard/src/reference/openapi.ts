/** What the reference reads of an OpenAPI document: operations by group, and schemas in few words. */
import { quoted } from "~/api/actions";

export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  title?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
}

export interface Parameter {
  name: string;
  in: "query" | "path" | "header" | "cookie";
  required?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
}

interface Content {
  schema?: Schema;
  example?: unknown;
}

interface Described {
  summary?: string;
  description?: string;
  operationId: string;
  tags?: string[];
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Content> };
  responses: Record<string, { description?: string; content?: Record<string, Content> }>;
}

export interface Document {
  info: { title: string; version: string; description?: string };
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

export interface Operation extends Described {
  method: string;
  path: string;
}

export function groupsOf(document: Document): [string, Operation[]][] {
  const groups = new Map<string, Operation[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, described] of Object.entries(methods)) {
      const group = described.tags?.[0] ?? "other";
      groups.set(group, [...(groups.get(group) ?? []), { ...described, method: method.toUpperCase(), path }]);
    }
  }
  return [...groups];
}

/** All words must be somewhere in it. */
export function matches(operation: Operation, words: string): boolean {
  const text = `${operation.method} ${operation.path} ${operation.summary} ${operation.description} ${operation.tags?.join(" ")}`.toLowerCase();
  return words.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

export function resolved(schema: Schema, document: Document): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name ? resolved(document.components.schemas[name] ?? {}, document) : schema;
}

/** The one thing that it is, if it is that or null. */
export function core(schema: Schema): { schema: Schema; nullable: boolean } {
  const choices = schema.anyOf ?? schema.oneOf;
  if (!choices) return { schema, nullable: false };
  const real = choices.filter((one) => one.type !== "null");
  const nullable = real.length < choices.length;
  return real.length === 1 ? { schema: { description: schema.description, default: schema.default, ...real[0] }, nullable } : { schema, nullable };
}

/** "string", "array of Attempt", "integer, 1 to 100". */
export function typeWords(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split("/").at(-1)!.replace(/^(Page|Items)_(\w+)_$/, "$1 of $2");
  if (schema.enum) return "one of";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = (schema.anyOf ?? schema.oneOf)?.filter((one) => one.type !== "null");
  if (choices) return [...new Set(choices.map(typeWords))].join(" or ");
  if (schema.type === "array") return `array of ${typeWords(schema.items ?? {})}`;
  return `${schema.format ? `${schema.type} (${schema.format})` : (schema.type ?? "anything")}${limits(schema)}`;
}

function limits({ minimum, maximum, minLength, maxLength }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return `, ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `, at least ${minimum}`;
  if (maximum !== undefined) return `, at most ${maximum}`;
  if (maxLength !== undefined) return `, ${minLength ? `${minLength} to` : "at most"} ${maxLength} characters`;
  return "";
}

/** The request with the examples of its document, to be pasted into a terminal. */
export function curlOf({ method, path, parameters = [], requestBody, security }: Operation, origin: string): string {
  const filled = parameters.filter((one) => one.in === "path").reduce((text, one) => text.replace(`{${one.name}}`, String(one.example ?? `{${one.name}}`)), path);
  const query = parameters.filter((one) => one.in === "query" && one.required).map((one) => `${one.name}=${encodeURIComponent(String(one.example ?? ""))}`);
  const words = ["curl", ...(method === "GET" ? [] : ["-X", method]), quoted(`${origin}${filled}${query.length ? `?${query.join("&")}` : ""}`)];
  if (security?.length) words.push("-H", '"Authorization: Bearer $TICKWHEEL_TOKEN"');
  const body = requestBody?.content["application/json"]?.example;
  if (body !== undefined) words.push("-H", "'Content-Type: application/json'", "-d", quoted(JSON.stringify(body)));
  return words.join(" ");
}
