// A session's conversation: what the next request says, and how much of the model's window it takes.
import type { Message } from "../models/message.ts";
import { estimateMessage, estimateMessages } from "./estimate-tokens.ts";

export interface Conversation {
  readonly messages: readonly Message[];
  append(message: Message): void;
  /** What was counted of the old one says nothing of the new one. */
  replace(messages: readonly Message[]): void;
  /** What a request with all of it takes: the provider's count, and a guess at what came since. */
  readonly tokens: number;
  /** False: `tokens` is a guess at the messages alone, without instructions and tools. */
  readonly isCounted: boolean;
  /** The provider's count for all that is in it now, instructions and tools included. */
  count(tokens: number): void;
}

export function createConversation(initial: readonly Message[] = []): Conversation {
  let messages = [...initial];
  let isCounted = false;
  let tokens = estimateMessages(messages);
  return {
    get messages() {
      return messages;
    },
    get tokens() {
      return tokens;
    },
    get isCounted() {
      return isCounted;
    },
    append(message) {
      messages.push(message);
      tokens += estimateMessage(message);
    },
    replace(next) {
      messages = [...next];
      isCounted = false;
      tokens = estimateMessages(messages);
    },
    count(counted) {
      isCounted = true;
      tokens = counted;
    },
  };
}
