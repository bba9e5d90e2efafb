// Messages on a session's stream that are not in the log, kept for a reader that lost them.
import { ACP_RETAINED_BYTES_MAX, ACP_RETAINED_MESSAGES_MAX } from "../../../limits.ts";
import { isBefore, type Position } from "./position.ts";

export interface RetainedMessage {
  readonly position: Position;
  readonly data: string;
}

export class Retained {
  #messages: RetainedMessage[] = [];
  #chars = 0;

  add(message: RetainedMessage): void {
    this.#messages.push(message);
    this.#chars += message.data.length;
    while (this.#messages.length > ACP_RETAINED_MESSAGES_MAX || this.#chars > ACP_RETAINED_BYTES_MAX) {
      this.#chars -= this.#messages.shift()?.data.length ?? this.#chars;
    }
  }

  /** Those after the first position, up to the second. */
  between(after: Position, upTo: Position): RetainedMessage[] {
    return this.#messages.filter(({ position }) => isBefore(after, position) && !isBefore(upTo, position));
  }
}
