// A trace as rows of a timeline: time, direction, method and summary.
import { methods, type MethodName } from "@parley/acp";
import { createConversation, type FrameKind, type PlacedFrame } from "../conversation.ts";
import { NAMES_MAX } from "../../limits.ts";
import type { Side, TraceItem } from "../trace-item.ts";
import { summarise } from "./summarise.ts";

export interface TimelineRow {
  readonly line: number;
  readonly atMs: number | undefined;
  /** Time since the first frame. */
  readonly sinceMs: number | undefined;
  /** `note` for lines that are not frames. */
  readonly kind: FrameKind | "note" | "damage";
  readonly from: Side | undefined;
  readonly method: string | undefined;
  /** Its display name. */
  readonly label: string;
  readonly id: string | undefined;
  readonly sessionId: string | undefined;
  readonly connection: number;
  readonly bytes: number;
  /** For a response: time since its request. */
  readonly tookMs: number | undefined;
  readonly isError: boolean;
  readonly summary: string;
}

export interface Timeline {
  row(item: TraceItem): TimelineRow;
}

export function createTimeline(): Timeline {
  const conversation = createConversation();
  const titles = new Map<string, string>();
  let startMs: number | undefined;
  return {
    row(item) {
      if (item.type === "frame") {
        startMs ??= item.atMs;
        const placed = conversation.add(item);
        const { toolCallId, title } = placed.update;
        const isTitled = typeof toolCallId === "string" && typeof title === "string";
        if (isTitled && titles.size < NAMES_MAX) titles.set(toolCallId, title);
        return toRow(placed, startMs, titles);
      }
      if (item.type === "header" && item.header.part === 1) conversation.restart();
      return toNote(item, conversation.connections);
    },
  };
}

/** The display name of a method or an update. */
export function labelOf({ kind, method, updateKind }: Pick<PlacedFrame, "kind" | "method" | "updateKind">): string {
  if (kind === "text" || kind === "invalid") return "not a message";
  if (updateKind !== undefined) return updateKind.replaceAll("_", " ");
  const label =
    method !== undefined && isKnownMethod(method) ? methods[method].label : (method ?? "response without a request");
  return kind === "response" && method !== undefined ? `${label}: answer` : label;
}

export function isKnownMethod(method: string): method is MethodName {
  return Object.hasOwn(methods, method);
}

/** `titles`: of tool calls, by their ids. */
export function toRow(
  placed: PlacedFrame,
  startMs: number | undefined,
  titles?: ReadonlyMap<string, string>,
): TimelineRow {
  const { frame, kind, method, id, sessionId, connection, tookMs, error } = placed;
  const { line, atMs, from, bytes } = frame;
  return {
    line,
    atMs,
    sinceMs: atMs === undefined || startMs === undefined ? undefined : atMs - startMs,
    kind,
    from,
    method,
    label: labelOf(placed),
    id: id === undefined ? undefined : typeof id === "string" ? id : JSON.stringify(id),
    sessionId,
    connection,
    bytes,
    tookMs,
    isError: kind === "text" || kind === "invalid" || (kind === "response" && error !== undefined),
    summary: summarise(placed, titles),
  };
}

function toNote(item: Exclude<TraceItem, { readonly type: "frame" }>, connection: number): TimelineRow {
  const isDamage = item.type === "damage";
  return {
    line: item.line,
    atMs: item.type === "dropped" ? item.atMs : undefined,
    sinceMs: undefined,
    kind: isDamage ? "damage" : "note",
    from: undefined,
    method: undefined,
    label: item.type,
    id: undefined,
    sessionId: undefined,
    connection,
    bytes: 0,
    tookMs: undefined,
    isError: isDamage,
    summary: describeNote(item),
  };
}

function describeNote(item: Exclude<TraceItem, { readonly type: "frame" }>): string {
  switch (item.type) {
    case "header": {
      const { agent, redacted, part, startedAt } = item.header;
      const when = startedAt === undefined ? "" : ` of ${new Date(startedAt).toISOString()}`;
      const what = `recording${when}${agent === undefined ? "" : ` of ${agent}`}${part > 1 ? `, part ${part}` : ""}`;
      return `${what}, ${redacted ? "secrets taken out" : "nothing taken out"}`;
    }
    case "dropped":
      return `${item.count} frames were not recorded because the queue was full`;
    case "note":
      return item.text;
    case "damage":
      return `${item.reason}: ${item.text}`;
  }
}
