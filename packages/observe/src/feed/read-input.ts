// Parses lines from the port.
import { parseObject } from "@parley/base";
import { idOf, numberOf, objectOf } from "./read-values.ts";
import type { FeedInput } from "./v2-format.ts";
import { readMode } from "./session-mode.ts";

/** Undefined for an invalid line. */
export function readInput(text: string): FeedInput | undefined {
  const value = parseObject(text);
  if (value === undefined) return undefined;
  const session_id = idOf(value["session_id"]);
  switch (value["type"]) {
    case "request_snapshot":
      return { type: "request_snapshot", session_id };
    case "set_stream_filter":
      return { type: "set_stream_filter", session_id, session_mode: readMode(value["session_mode"]) };
    case "rpc": {
      // Third-party readers number their calls.
      const id = idOf(typeof value["id"] === "number" ? String(value["id"]) : value["id"]);
      const method = idOf(value["method"]);
      if (id === undefined || method === undefined) return undefined;
      return { type: "rpc", id, method, params: objectOf(value["params"]) };
    }
    case "hello": {
      const role = value["role"] === "publisher" ? "publisher" : "reader";
      const hello = {
        version: numberOf(value["version"], 1),
        token: idOf(value["token"]),
        nonce: idOf(value["nonce"]),
      };
      return { type: "hello", role, ...hello };
    }
    case "prove": {
      const [publisherId, proof] = [idOf(value["publisherId"]), idOf(value["proof"])];
      return proof === undefined ? undefined : { type: "prove", publisherId, proof };
    }
    default:
      return undefined;
  }
}
