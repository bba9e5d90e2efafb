// Ids of tool calls, as we use them: each once in a conversation, whatever the server says. Some give none, some count from 0 each time.
import { createId } from "@parley/base";
import type { Message } from "../message.ts";

export class CallIds {
  readonly #used: Set<string>;
  /** By the server's id: ours, for a call that has begun and is not complete. */
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

/** In the letters that every provider takes, for a conversation that moves from one to another. */
export function toPlainId(callId: string): string {
  return callId.replaceAll(/[^a-zA-Z0-9_-]/g, "_");
}

function callIdsOf(message: Message): readonly string[] {
  if (message.role !== "assistant") return [];
  return message.parts.flatMap((part) => (part.type === "tool_call" ? [part.callId] : []));
}
