// The fields of a query: our own names, and paths into the message.
import { fieldsOf, type PlacedFrame } from "../conversation.ts";
import { QUERY_VALUES_MAX } from "../../limits.ts";
import { labelOf } from "../show/timeline.ts";

export interface QueryFrame {
  readonly placed: PlacedFrame;
  /** Time of the first frame. */
  readonly startMs: number | undefined;
}

/** How to parse the value of a comparison. */
export type FieldUnit = "text" | "time" | "duration" | "size";

interface Field {
  readonly about: string;
  readonly unit: FieldUnit;
  readonly value: (frame: QueryFrame) => unknown;
}

const text = (about: string, value: (placed: PlacedFrame) => unknown): Field => ({
  about,
  unit: "text",
  value: ({ placed }) => value(placed),
});

/** Each name has a row here; anything else is a path into the message. */
export const QUERY_FIELDS: Readonly<Record<string, Field>> = {
  line: text("its line in the file", ({ frame }) => frame.line),
  from: text("client or agent", ({ frame }) => frame.from),
  kind: text("request, notification, response, invalid or text", ({ kind }) => kind),
  method: text("of a response: that of its request", ({ method }) => method),
  label: text("what people call it", labelOf),
  id: text("of the message", ({ id }) => id),
  session: text("the session's id", ({ sessionId }) => sessionId),
  connection: text("1 for the first", ({ connection }) => connection),
  update: text("which update", ({ updateKind }) => updateKind),
  tool: text(
    "the tool call's id",
    ({ params, update }) => update["toolCallId"] ?? fieldsOf(params["toolCall"])["toolCallId"],
  ),
  status: text("of a tool call", ({ update }) => update["status"]),
  stop: text("the stop reason", ({ result }) => fieldsOf(result)["stopReason"]),
  error: text("the code of an error", ({ error }) => fieldsOf(error)["code"] ?? error),
  raw: text("the whole message as text", ({ frame }) => frame.raw ?? frame.text),
  bytes: { about: "its size: 500, 10kb, 1mb", unit: "size", value: ({ placed }) => placed.frame.bytes },
  took: {
    about: "of a response: since its request: 500ms, 2s",
    unit: "duration",
    value: ({ placed }) => placed.tookMs,
  },
  at: {
    about: "when: 2026-11-15T10:00:00Z, or +90s after the first frame",
    unit: "time",
    value: ({ placed }) => placed.frame.atMs,
  },
};

export function unitOf(field: string): FieldUnit {
  return (Object.hasOwn(QUERY_FIELDS, field) ? QUERY_FIELDS[field] : undefined)?.unit ?? "text";
}

/** All values of a field: a path goes through every member of a list. */
export function valuesOf(field: string, frame: QueryFrame): readonly unknown[] {
  const named = Object.hasOwn(QUERY_FIELDS, field) ? QUERY_FIELDS[field] : undefined;
  if (named !== undefined) {
    const value = named.value(frame);
    return value === undefined ? [] : [value];
  }
  return follow([frame.placed.frame.message], field.split("."));
}

function follow(values: readonly unknown[], names: readonly string[]): readonly unknown[] {
  let found = values;
  for (const name of names) {
    const next: unknown[] = [];
    for (const value of found) {
      for (const inner of step(value, name)) if (next.length < QUERY_VALUES_MAX) next.push(inner);
    }
    found = next;
  }
  return found.flatMap((value) => (Array.isArray(value) ? value.slice(0, QUERY_VALUES_MAX) : [value]));
}

function step(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) {
    if (/^\d+$/.test(name)) return value[Number(name)] === undefined ? [] : [value[Number(name)]];
    return value.flatMap((member) => step(member, name));
  }
  const fields = fieldsOf(value);
  return Object.hasOwn(fields, name) ? [fields[name]] : [];
}
