// Parses the sessions and files of version 2.
import type { JsonObject } from "@parley/base";
import type { FileAction, ObservedCost } from "../extract/observation.ts";
import type { WatchedFile, WatchedToolCall } from "../state/watched.ts";
import { FEED_EVENTS_MAX, FEED_FILES_MAX, PATH_CHARS_MAX, FEED_TOOL_CALLS_MAX, TOOL_COUNTS_MAX } from "../limits.ts";
import { idOf, listOf, numberOf, objectOf, textOf, textsOf } from "./read-values.ts";
import type { PublishedMessage, SessionFields } from "./v2-format.ts";
import { readMode } from "./session-mode.ts";

const ACTIONS: ReadonlySet<string> = new Set<FileAction>([
  "user_provided",
  "user_referenced",
  "read",
  "write",
  "search",
  "blocked",
]);

/** Undefined for anything else. */
export function readPublished(value: JsonObject): PublishedMessage | undefined {
  const agentId = idOf(value["agentId"]);
  const sessionId = idOf(value["sessionId"]);
  if (agentId === undefined || sessionId === undefined) return undefined;
  const { type } = value;
  if (type === "gone") return { type, agentId, sessionId };
  if (type !== "session" && type !== "change") return undefined;
  const sessionMode = readMode(value["sessionMode"]);
  const of = { agentId, sessionId, ...(sessionMode !== undefined && { sessionMode }), seq: numberOf(value["seq"]) };
  const files = listOf(value["files"], FEED_FILES_MAX, readFile);
  const given = objectOf(value["fields"]);
  if (type === "session") return given === undefined ? undefined : { type, ...of, fields: readFields(given), files };
  const removed = textsOf(value["removed"], FEED_FILES_MAX, PATH_CHARS_MAX);
  return { type, ...of, ...(given !== undefined && { fields: readFields(given) }), files, removed };
}

/** An unknown action counts as reading. */
export function toAction(value: unknown): FileAction {
  return typeof value === "string" && ACTIONS.has(value) ? (value as FileAction) : "read";
}

export function toHeat(value: unknown): number {
  return Math.min(1, Math.max(0, numberOf(value)));
}

export function readCost(value: unknown): ObservedCost | undefined {
  const cost = objectOf(value);
  const currency = textOf(cost?.["currency"]);
  return cost === undefined || currency === undefined ? undefined : { amount: numberOf(cost["amount"]), currency };
}

function readFile(file: JsonObject): WatchedFile | undefined {
  const { path } = file;
  if (typeof path !== "string" || path.length > PATH_CHARS_MAX) return undefined;
  return {
    path,
    heat: toHeat(file["heat"]),
    inContext: file["inContext"] === true,
    lastAction: toAction(file["lastAction"]),
    turnAccessed: numberOf(file["turnAccessed"]),
    atMs: numberOf(file["atMs"]),
    reads: numberOf(file["reads"]),
    writes: numberOf(file["writes"]),
  };
}

function readFields(fields: JsonObject): SessionFields {
  const time = objectOf(fields["time"]);
  const { firstTokenMs } = fields;
  return {
    cwd: textOf(fields["cwd"], PATH_CHARS_MAX),
    title: textOf(fields["title"]),
    turn: numberOf(fields["turn"]),
    isRunning: fields["isRunning"] === true,
    ...(typeof fields["isAsking"] === "boolean" && { isAsking: fields["isAsking"] }),
    lastStopReason: textOf(fields["lastStopReason"]),
    toolCalls: listOf(fields["toolCalls"], FEED_TOOL_CALLS_MAX, readToolCall),
    toolCounts: readCounts(objectOf(fields["toolCounts"])),
    time: {
      modelMs: numberOf(time?.["modelMs"]),
      toolsMs: numberOf(time?.["toolsMs"]),
      permissionMs: numberOf(time?.["permissionMs"]),
    },
    firstTokenMs: typeof firstTokenMs === "number" ? numberOf(firstTokenMs) : undefined,
    usage: readUsage(objectOf(fields["usage"])),
    plan: readPlan(objectOf(fields["plan"])),
    blocked: listOf(fields["blocked"], FEED_EVENTS_MAX, readBlocked),
    unasked: listOf(fields["unasked"], FEED_EVENTS_MAX, readUnasked),
    oddities: numberOf(fields["oddities"]),
    dropped: numberOf(fields["dropped"]),
  };
}

function readToolCall(call: JsonObject): WatchedToolCall | undefined {
  const toolCallId = idOf(call["toolCallId"]);
  if (toolCallId === undefined) return undefined;
  const { endedAtMs } = call;
  return {
    toolCallId,
    title: textOf(call["title"]) ?? "",
    kind: textOf(call["kind"]) ?? "other",
    status: textOf(call["status"]) ?? "pending",
    startedAtMs: numberOf(call["startedAtMs"]),
    ...(typeof endedAtMs === "number" && { endedAtMs: numberOf(endedAtMs) }),
  };
}

function readCounts(counts: JsonObject | undefined): Readonly<Record<string, number>> {
  const entries = Object.entries(counts ?? {}).slice(0, TOOL_COUNTS_MAX);
  return Object.fromEntries(entries.map(([name, count]) => [name.slice(0, 200), numberOf(count)]));
}

function readUsage(usage: JsonObject | undefined): SessionFields["usage"] {
  if (usage === undefined) return undefined;
  const cost = readCost(usage["cost"]);
  return { used: numberOf(usage["used"]), size: numberOf(usage["size"]), ...(cost !== undefined && { cost }) };
}

function readPlan(plan: JsonObject | undefined): SessionFields["plan"] {
  return plan === undefined ? undefined : { done: numberOf(plan["done"]), total: numberOf(plan["total"]) };
}

function readBlocked(entry: JsonObject): SessionFields["blocked"][number] | undefined {
  const path = textOf(entry["path"], PATH_CHARS_MAX);
  if (path === undefined) return undefined;
  const action = entry["action"] === "write" ? "write" : "read";
  return { path, action, reason: textOf(entry["reason"]) ?? "", atMs: numberOf(entry["atMs"]) };
}

function readUnasked(entry: JsonObject): SessionFields["unasked"][number] | undefined {
  const what = textOf(entry["what"]);
  const path = textOf(entry["path"], PATH_CHARS_MAX);
  return what === undefined ? undefined : { what, ...(path !== undefined && { path }), atMs: numberOf(entry["atMs"]) };
}
