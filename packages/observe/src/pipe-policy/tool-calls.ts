// Announced tool calls: a question about one often has only its id.
import { isObject } from "@parley/base";
import type { Params } from "./judged-requests.ts";
import { POLICY_TOOL_CALLS_MAX } from "../limits.ts";

/** Fields that describe a call. */
const FIELDS = ["kind", "title", "name", "locations", "content", "rawInput"];
const UPDATES = ["tool_call", "tool_call_update"];

export class ToolCalls {
  readonly #calls = new Map<string, Params>();

  /** The params of a `session/update`. */
  add(params: unknown): void {
    const update = isObject(params) ? params["update"] : undefined;
    if (!isObject(params) || !isObject(update) || !UPDATES.includes(String(update["sessionUpdate"]))) return;
    const key = toKey(params["sessionId"], update["toolCallId"]);
    const known = this.#calls.get(key);
    this.#calls.delete(key);
    this.#calls.set(key, { ...known, ...saidBy(update) });
    const [oldest] = this.#calls.keys();
    if (this.#calls.size > POLICY_TOOL_CALLS_MAX && oldest !== undefined) this.#calls.delete(oldest);
  }

  /** A question with everything known about its tool call. */
  complete(params: Params): Params {
    const { toolCall, sessionId } = params;
    if (!isObject(toolCall)) return params;
    const known = this.#calls.get(toKey(sessionId, toolCall["toolCallId"]));
    return known === undefined ? params : { ...params, toolCall: { ...known, ...saidBy(toolCall) } };
  }
}

function saidBy(call: Params): Params {
  const said = FIELDS.filter((field) => call[field] !== undefined && call[field] !== null);
  return Object.fromEntries(said.map((field) => [field, call[field]]));
}

function toKey(sessionId: unknown, toolCallId: unknown): string {
  return JSON.stringify([sessionId, toolCallId]);
}
