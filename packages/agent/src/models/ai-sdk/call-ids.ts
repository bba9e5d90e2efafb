// Unique ids for tool calls: some servers send none, others number them from 0 each time.
import { createId } from "@parley/base";
import type { Message } from "../message.ts";

export class CallIds {
  readonly #used: Set<string>;
  /** Our ids of incomplete calls, by the server's id. */
  readonly #begun = new Map<string, string>();

  constructor(messages: readonly Message[]) {
    this.#used = new Set(messages.flatMap(callIdsOf));
  }

  begin(given: string): string {
    const id = given === "" || this.#used.has(given) ? `call_${createId()}` : given;
    this.#used.add(id);
    this.#begun.set(given, id);
    return id;
  }

  complete(given: string): string {
    const id = this.#begun.get(given) ?? this.begin(given);
    this.#begun.delete(given);
    return id;
  }
}

/** In characters that every provider accepts, because a conversation may switch providers. */
export function toPlainId(callId: string): string {
  return callId.replaceAll(/[^a-zA-Z0-9_-]/g, "_");
}

function callIdsOf(message: Message): readonly string[] {
  if (message.role !== "assistant") return [];
  return message.parts.flatMap((part) => (part.type === "tool_call" ? [part.callId] : []));
}
