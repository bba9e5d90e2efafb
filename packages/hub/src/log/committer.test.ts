import { createEventSequence, formatSessionEvent } from "@parley/acp";
import { ParleyError, silentLog, systemClock } from "@parley/base";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { EventBatch } from "../api/store.ts";
import { RETRIES_MAX, RETRY_MS } from "../limits.ts";
import { Committer } from "./committer.ts";
import { readAll } from "./read-events.ts";

const lost = new ParleyError({ code: "session_lost", message: "Another server has it" });

/** Appends fail while `isDown`. */
function open() {
  const stored: EventBatch[] = [];
  const givenUp: string[] = [];
  const store = {
    isDown: true,
    tried: () => undefined as void,
    async appendEvents(batches: readonly EventBatch[]): Promise<void> {
      store.tried();
      if (store.isDown) throw new ParleyError({ code: "store_failed", message: "The database is away" });
      stored.push(...batches);
    },
  };
  const committer = new Committer({
    store,
    log: silentLog,
    takeChange: () => ({}),
    onStored: () => undefined,
    onLost: (sessionId) => void givenUp.push(sessionId),
  });
  const add = (sessionId: string, after: number): void => {
    const event = createEventSequence(sessionId, { clock: systemClock, after }).next({
      type: "note",
      level: "info",
      text: `after ${after}`,
    });
    committer.add(sessionId, event, formatSessionEvent(event));
  };
  return { store, stored, givenUp, committer, add };
}

describe("a session that another server may have", () => {
  it("leaves no event behind that would meet those of a later claim, whether it waits or is being stored", async () => {
    const { store, stored, committer, add } = open();
    const tried = new Promise<void>((resolve) => (store.tried = resolve));
    add("s1", 8);
    add("s2", 3);
    await tried;
    add("s1", 9);
    committer.forget("s1", lost);
    // The same server has it again, and continues where the store ends.
    add("s1", 8);
    store.isDown = false;
    await committer.stored();
    const found = stored.map(({ sessionId, firstSeq, lines }) => [sessionId, firstSeq, lines.length]);
    expect(found).toEqual([
      ["s2", 4, 1],
      ["s1", 9, 1],
    ]);
  });
});

describe("a store that keeps failing", () => {
  afterEach(() => void vi.useRealTimers());

  it("is waited for once, by what is being stored and by what comes meanwhile", async () => {
    vi.useFakeTimers();
    const { store, stored, givenUp, add } = open();
    add("s1", 8);
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    add("s2", 3);
    await vi.advanceTimersByTimeAsync(RETRIES_MAX * RETRY_MS);
    expect(givenUp).toEqual(["s1", "s2"]);
    add("s3", 1);
    await vi.advanceTimersByTimeAsync((RETRIES_MAX - 2) * RETRY_MS);
    store.isDown = false;
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    expect(stored).toMatchObject([{ sessionId: "s3" }]);
  });
});

it("reads a log to its end although an event has the number of an earlier one", async () => {
  const line = (seq: number): string =>
    JSON.stringify({ v: 1, seq, at: 1, sessionId: "s1", type: "note", level: "info", text: "x" });
  const lines = [1, 2, 3, 1, 5, 2].map(line);
  const readEvents = async (_id: string, { after = 0 }: { readonly after?: number }): Promise<string[]> =>
    lines.slice(after, after + 2);
  const seqs: number[] = [];
  for await (const { event } of readAll({ readEvents } as never, "s1")) seqs.push(event.seq);
  expect(seqs).toEqual([1, 2, 3, 5]);
});
