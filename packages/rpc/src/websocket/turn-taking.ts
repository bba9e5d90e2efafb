// Gives a WebSocket its share of the event loop: a client that sends as fast as it can must not keep others waiting.
import { later } from "../later.ts";
import { SLICE_MESSAGES_MAX, SLICE_MS } from "../limits.ts";

export class TurnTaking {
  readonly #resume: () => void;
  #count = 0;
  #endsMs = 0;
  #isCounting = false;
  isOver = false;

  /** `resume` is called when the others had their turn. */
  constructor(resume: () => void) {
    this.#resume = resume;
  }

  /** Counts a message. Returns true once if the turn is over; nothing may be delivered until `resume`. */
  count(): boolean {
    if (this.isOver) return false;
    // The work that messages leave behind is done between them, so the time since the first of them counts.
    if (!this.#isCounting) {
      this.#isCounting = true;
      this.#endsMs = Date.now() + SLICE_MS;
      later(() => this.#next());
    }
    this.#count += 1;
    if (this.#count < SLICE_MESSAGES_MAX && Date.now() < this.#endsMs) return false;
    this.isOver = true;
    return true;
  }

  #next(): void {
    const wasOver = this.isOver;
    this.#count = 0;
    this.#isCounting = false;
    this.isOver = false;
    if (wasOver) this.#resume();
  }
}
