// Parses one line of a trace: our own format first, then those of other tools.
import { isTime, parseJson, isObject, truncate } from "@parley/base";
import { fieldText } from "../json-text.ts";
import { DAMAGE_CHARS_MAX } from "../../limits.ts";
import { TRACE_KIND, type Side, type TraceDamage, type TraceFrame, type TraceItem } from "../trace-item.ts";

/** Undefined for a blank line. */
export function parseTraceLine(text: string, line: number, isHalf = false): TraceItem | undefined {
  // JSON does not allow a byte order mark, but some editors start a file with one.
  const json = (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text).trim();
  if (json === "") return undefined;
  let value: unknown;
  try {
    value = parseJson(json);
  } catch (cause) {
    const reason = isHalf
      ? "The line is incomplete: the recorder was stopped while writing"
      : `The line is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`;
    return toDamage(json, line, reason, isHalf);
  }
  if (!isObject(value)) return toDamage(json, line, "The line is JSON, but not an object", false);
  for (const read of FORMS) {
    const item = read(value, json, line);
    if (item !== undefined) return item;
  }
  return { type: "note", line, text: truncate(json, DAMAGE_CHARS_MAX) };
}

export function toDamage(text: string, line: number, reason: string, isHalfLine: boolean): TraceDamage {
  return { type: "damage", line, reason, text: truncate(text, DAMAGE_CHARS_MAX), isHalfLine };
}

type Fields = Readonly<Record<string, unknown>>;
type ReadForm = (value: Fields, json: string, line: number) => TraceItem | undefined;

/** The first matching format wins. */
const FORMS: readonly ReadForm[] = [readHeader, readOwn, readDirected, readViewed];

function readHeader(value: Fields, _json: string, line: number): TraceItem | undefined {
  if (value["kind"] !== TRACE_KIND) return undefined;
  const { v, id, startedAt, agent, redacted, part } = value;
  return {
    type: "header",
    line,
    header: {
      v: typeof v === "number" ? v : 0,
      id: typeof id === "string" ? id : undefined,
      startedAt: toTime(startedAt),
      agent: typeof agent === "string" ? agent : undefined,
      redacted: redacted === true,
      part: typeof part === "number" ? part : 1,
    },
  };
}

/** `{at?, from, frame}`, `{at?, from, text|head, bytes}`, `{at?, dropped}`; a tap's `{at, from, line}`. */
function readOwn(value: Fields, json: string, line: number): TraceItem | undefined {
  const { at, from, bytes, dropped } = value;
  const atMs = toTime(at ?? value["ts"]);
  if (typeof dropped === "number") return { type: "dropped", line, atMs, count: dropped };
  const side = typeof from === "string" ? SIDES.get(from.toLowerCase()) : undefined;
  if (side === undefined) return undefined;
  // Some taps record the raw line.
  if (typeof value["line"] === "string") return toFrame(value["line"].trim(), { line, atMs, from: side });
  if ("frame" in value) {
    const raw = fieldText(json, "frame") ?? "null";
    const place = { type: "frame", line, atMs, from: side, bytes: byteLengthOf(raw), isCut: false } as const;
    return { ...place, raw, message: value["frame"], text: undefined };
  }
  const text = value["text"] ?? value["head"];
  if (typeof text !== "string") return undefined;
  return {
    type: "frame",
    line,
    atMs,
    from: side,
    bytes: typeof bytes === "number" ? bytes : byteLengthOf(text),
    raw: undefined,
    message: undefined,
    text,
    isCut: !("text" in value),
  };
}

/** `{ts, direction, json}`: the message is a string or an object. */
function readDirected(value: Fields, json: string, line: number): TraceItem | undefined {
  const { ts, direction } = value;
  const side = typeof direction === "string" ? SIDES.get(direction.toLowerCase().replaceAll(/[_-]/g, "")) : undefined;
  if (side === undefined) return undefined;
  const field = ["json", "frame", "message"].find((name) => name in value);
  if (field === undefined) return undefined;
  const inner = value[field];
  const place = { line, atMs: toTime(ts ?? value["at"] ?? value["timestamp"]), from: side };
  return toFrame(typeof inner === "string" ? inner.trim() : (fieldText(json, field) ?? "null"), place);
}

/** The official trace viewer's: seconds since the start, and one kind of line per kind of message. */
function readViewed(value: Fields, json: string, line: number): TraceItem | undefined {
  const { ts, from, to } = value;
  if (typeof ts !== "number" || typeof from !== "string" || typeof to !== "string") return undefined;
  const side: Side | undefined = from === "Client" ? "client" : to === "Client" ? "agent" : undefined;
  if (side === undefined) return { type: "note", line, text: truncate(json, DAMAGE_CHARS_MAX) };
  const raw = toViewedMessage(value, json);
  return raw === undefined ? undefined : toFrame(raw, { line, atMs: toTime(ts * 1_000), from: side });
}

function toMessage(pairs: readonly (readonly [name: string, text: string | undefined])[]): string {
  const fields = pairs.map(([name, text]) => (text === undefined ? "" : `,"${name}":${text}`));
  return `{"jsonrpc":"2.0"${fields.join("")}}`;
}

function toViewedMessage(value: Fields, json: string): string | undefined {
  const id = fieldText(json, "id");
  const method = fieldText(json, "method");
  const params = fieldText(json, "params");
  const payload = fieldText(json, "payload") ?? "null";
  switch (value["type"]) {
    case "request":
      return toMessage([
        ["id", id],
        ["method", method],
        ["params", params],
      ]);
    case "notification":
      return toMessage([
        ["method", method],
        ["params", params],
      ]);
    case "response":
      return toMessage([
        ["id", id],
        [value["is_error"] === true ? "error" : "result", payload],
      ]);
    default:
      return undefined;
  }
}

interface FramePlace {
  readonly line: number;
  readonly atMs: number | undefined;
  readonly from: Side;
}

function toFrame(raw: string, { line, atMs, from }: FramePlace): TraceFrame {
  const place = { type: "frame", line, atMs, from, bytes: byteLengthOf(raw), isCut: false } as const;
  try {
    return { ...place, raw, message: parseJson(raw), text: undefined };
  } catch {
    return { ...place, raw: undefined, message: undefined, text: raw }; // A string that is not JSON becomes an invalid frame.
  }
}

/** Other names for the two sides, in lower case and without separators. */
const SIDES: ReadonlyMap<string, Side> = new Map([
  ...["client", "fromclient", "clienttoagent", "toagent"].map((name) => [name, "client"] as const),
  ...["agent", "fromagent", "agenttoclient", "toclient"].map((name) => [name, "agent"] as const),
]);

/** Milliseconds since the epoch, or an ISO 8601 date. */
function toTime(value: unknown): number | undefined {
  if (typeof value === "number") return isTime(value) ? value : undefined;
  if (typeof value !== "string") return undefined;
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? undefined : atMs;
}

const encoder = new TextEncoder();

function byteLengthOf(text: string): number {
  return encoder.encode(text).length;
}
