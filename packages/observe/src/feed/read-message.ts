// Parses the lines that a reader receives, in both versions. Unknown kinds are skipped.
import { parseObject, type JsonObject } from "@parley/base";
import { FEED_FILES_MAX, PATH_CHARS_MAX } from "../limits.ts";
import type { V1File, V1Message } from "./v1-format.ts";
import { readCost, readPublished, toAction, toHeat } from "./read-session.ts";
import { idOf, listOf, numberOf, objectOf, textOf, textsOf } from "./read-values.ts";
import { LATEST_FEED_VERSION, type FeedMessage } from "./v2-format.ts";
import { readMode } from "./session-mode.ts";

/** Undefined if it is not a message of the feed. */
export function readFeedLine(text: string): FeedMessage | undefined {
  const value = parseObject(text);
  if (value === undefined) return undefined;
  switch (value["type"]) {
    case "session":
    case "change":
    case "gone":
      return readPublished(value);
    case "welcome":
      return {
        type: "welcome",
        version: LATEST_FEED_VERSION,
        mayChange: value["mayChange"] === true,
        pid: numberOf(value["pid"]),
      };
    case "ready":
      return { type: "ready" };
    case "refused":
      return { type: "refused", reason: textOf(value["reason"]) ?? "" };
    case "rpc_result":
      return { type: "rpc_result", id: idOf(value["id"]) ?? "", result: value["result"] };
    case "rpc_error":
      return readFailure(value);
    default:
      return readV1(value);
  }
}

function readFailure(value: JsonObject): FeedMessage {
  const error = objectOf(value["error"]);
  const failure = { code: numberOf(error?.["code"], 500), message: textOf(error?.["message"]) ?? "" };
  return { type: "rpc_error", id: idOf(value["id"]) ?? "", error: failure };
}

function readV1(value: JsonObject): V1Message | undefined {
  const agent_id = idOf(value["agent_id"]);
  const session_id = idOf(value["session_id"]);
  if (agent_id === undefined || session_id === undefined) return undefined;
  const of = { agent_id, session_id };
  const session_mode = readMode(value["session_mode"]) ?? "single_agent";
  const seq = numberOf(value["seq"]);
  switch (value["type"]) {
    case "snapshot": {
      const nodes = listOf(Object.values(objectOf(value["nodes"]) ?? {}), FEED_FILES_MAX, readV1File);
      return {
        type: "snapshot",
        ...of,
        session_mode,
        seq,
        nodes: Object.fromEntries(nodes.map((file) => [file.path, file])),
      };
    }
    case "delta": {
      const updates = listOf(value["updates"], FEED_FILES_MAX, readV1File);
      return {
        type: "delta",
        ...of,
        session_mode,
        seq,
        updates,
        removed: textsOf(value["removed"], FEED_FILES_MAX, PATH_CHARS_MAX),
      };
    }
    case "usage": {
      const cost = readCost(value["cost"]);
      const sums = { used: numberOf(value["used"]), size: numberOf(value["size"]) };
      return { type: "usage", ...of, session_mode, ...sums, ...(cost !== undefined && { cost }) };
    }
    case "blocked": {
      const action = value["action"] === "write" ? "write" : "read";
      const path = textOf(value["path"], PATH_CHARS_MAX) ?? "";
      return { type: "blocked", ...of, path, action, timestamp_ms: numberOf(value["timestamp_ms"]) };
    }
    default:
      return undefined;
  }
}

function readV1File(file: JsonObject): V1File | undefined {
  const { path } = file;
  if (typeof path !== "string" || path.length > PATH_CHARS_MAX) return undefined;
  return {
    path,
    heat: toHeat(file["heat"]),
    in_context: file["in_context"] === true,
    last_action: toAction(file["last_action"]),
    turn_accessed: numberOf(file["turn_accessed"]),
    timestamp_ms: numberOf(file["timestamp_ms"]),
  };
}
