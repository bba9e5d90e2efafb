// A follower for tests: it keeps what it got, and tells when something fits.
import type { SessionEvent } from "@parley/acp";
import type { FollowEnd, FollowHandler, TrimmedEvents } from "../sessions/follower.ts";

export class Reader implements FollowHandler {
  readonly got: SessionEvent[] = [];
  readonly trims: TrimmedEvents[] = [];
  readonly ends: FollowEnd[] = [];
  follows = 0;
  readonly #looking = new Set<() => void>();

  get seqs(): number[] {
    return this.got.map(({ seq }) => seq);
  }

  get last(): number {
    return this.got.at(-1)?.seq ?? 0;
  }

  /** What the agent said, put together. */
  get text(): string {
    return this.got
      .map((event) =>
        event.type === "update" &&
        event.update.sessionUpdate === "agent_message_chunk" &&
        event.update.content.type === "text"
          ? event.update.content.text
          : "",
      )
      .join("");
  }

  events(batch: readonly SessionEvent[]): void {
    this.got.push(...batch);
    this.#look();
  }

  trimmed(trimmed: TrimmedEvents): void {
    this.trims.push(trimmed);
    this.#look();
  }

  followed(): void {
    this.follows += 1;
    this.#look();
  }

  ended(end: FollowEnd): void {
    this.ends.push(end);
    this.#look();
  }

  until(fits: (reader: this) => boolean): Promise<void> {
    if (fits(this)) return Promise.resolve();
    return new Promise((resolve) => {
      const look = (): void => {
        if (!fits(this)) return;
        this.#looking.delete(look);
        resolve();
      };
      this.#looking.add(look);
    });
  }

  #look(): void {
    for (const look of this.#looking) look();
  }
}

/** `first`, and the numbers that follow it, up to `last`. */
export function between(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
