import { silentLog, systemClock } from "@parley/base";
import { describe, expect, it } from "vitest";
import type { ChangesReader, ChangesReset, HubEvent } from "../api/changes.ts";
import { CHANGES_KEPT_MAX } from "../limits.ts";
import { ChangeLog } from "./change-log.ts";

class Reader implements ChangesReader {
  readonly got: HubEvent[] = [];
  readonly resets: ChangesReset[] = [];
  batches = 0;
  hasRoom = true;
  isEnded = false;

  get names(): string[] {
    return this.got.map(({ change }) => ("name" in change ? change.name : ""));
  }

  events(batch: readonly HubEvent[]): boolean {
    this.batches += 1;
    this.got.push(...batch);
    return this.hasRoom;
  }

  reset(reset: ChangesReset): boolean {
    this.resets.push(reset);
    return this.hasRoom;
  }

  ended(): void {
    this.isEnded = true;
  }
}

const open = (): ChangeLog => new ChangeLog({ clock: systemClock, log: silentLog });
const nextLoop = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

async function note(log: ChangeLog, ...names: readonly string[]): Promise<void> {
  for (const name of names) log.note(() => ({ what: "agent", change: "removed", name }));
  await nextLoop();
}

const numbers = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, at) => String(first + at));

describe("the log of changes", () => {
  it("starts a reader with a reset, then gives it what comes, in one batch per turn of the event loop", async () => {
    const log = open();
    const reader = new Reader();
    await note(log, "before");
    log.subscribe(reader);
    expect(reader.resets).toMatchObject([{ reason: "new" }]);
    await note(log, "a", "b");
    expect({ names: reader.names, batches: reader.batches }).toEqual({ names: ["a", "b"], batches: 1 });
  });

  it("resumes after an event, and after the reset itself", async () => {
    const log = open();
    const first = new Reader();
    log.subscribe(first).close();
    await note(log, "a", "b", "c");
    const [fromReset, fromEvent] = [new Reader(), new Reader()];
    log.subscribe(fromReset, { after: first.resets[0]?.id });
    log.subscribe(fromEvent, { after: fromReset.got[1]?.id });
    expect([fromReset.names, fromEvent.names]).toEqual([["a", "b", "c"], ["c"]]);
    expect([...fromReset.resets, ...fromEvent.resets]).toEqual([]);
  });

  it("resets a reader whose place is of another process, or beyond the end", async () => {
    const [log, other] = [open(), open()];
    const elsewhere = new Reader();
    await note(other, "a");
    const there = new Reader();
    other.subscribe(there);
    log.subscribe(elsewhere, { after: there.resets[0]?.id });
    expect(elsewhere.resets).toMatchObject([{ reason: "restarted" }]);
    const forged = new Reader();
    log.subscribe(forged, { after: (elsewhere.resets[0]?.id ?? "").replace(/-0$/, "-77") });
    expect(forged.resets).toMatchObject([{ reason: "restarted" }]);
  });

  it.each(["", "1", "-1", "0123456789ab-", "0123456789ab-1x", "0123456789AB-1", `0123456789ab-${"9".repeat(16)}`])(
    "refuses the place %j",
    (after) => {
      const log = open();
      expect(() => log.check(after)).toThrow("/after: must be the id of an event");
      expect(() => log.subscribe(new Reader(), { after })).toThrow("/after");
    },
  );

  it("gives a reader without room nothing until it has some, then everything that is kept", async () => {
    const log = open();
    const slow = new Reader();
    slow.hasRoom = false;
    const subscription = log.subscribe(slow);
    await note(log, ...numbers(1, CHANGES_KEPT_MAX));
    expect(slow.got).toEqual([]);
    slow.hasRoom = true;
    subscription.resume();
    expect(slow.names).toEqual(numbers(1, CHANGES_KEPT_MAX));
    await note(log, "next");
    expect(slow.names.at(-1)).toBe("next");
    expect(slow.resets).toHaveLength(1);
  });

  it("resets a reader that missed more than is kept, and keeps no more than twice the limit", async () => {
    const log = open();
    const slow = new Reader();
    slow.hasRoom = false;
    const subscription = log.subscribe(slow);
    for (let round = 0; round < 5; round += 1) await note(log, ...numbers(1, CHANGES_KEPT_MAX));
    slow.hasRoom = true;
    subscription.resume();
    expect(slow.got).toEqual([]);
    expect(slow.resets.map(({ reason }) => reason)).toEqual(["new", "too_old"]);
    await note(log, "next");
    expect(slow.names).toEqual(["next"]);
    const late = new Reader();
    log.subscribe(late, { after: slow.resets[0]?.id });
    expect(late.resets).toMatchObject([{ reason: "too_old" }]);
  });

  it("starts all readers over when changes may be missing, also those that come back or had no room", async () => {
    const log = open();
    const [reader, slow] = [new Reader(), new Reader()];
    log.subscribe(reader);
    slow.hasRoom = false;
    const subscription = log.subscribe(slow);
    await note(log, "a");
    log.restart();
    await note(log, "b");
    expect([reader.names, reader.resets.map(({ reason }) => reason)]).toEqual([
      ["a", "b"],
      ["new", "too_old"],
    ]);
    slow.hasRoom = true;
    subscription.resume();
    expect(slow.resets.map(({ reason }) => reason)).toEqual(["new", "too_old"]);
    const [before, after] = [new Reader(), new Reader()];
    log.subscribe(before, { after: reader.got[0]?.id });
    log.subscribe(after, { after: reader.resets[1]?.id });
    expect(before.resets).toMatchObject([{ reason: "too_old" }]);
    expect(after.names).toEqual(["b"]);
  });

  it("drops a reader that throws, and keeps the others", async () => {
    const log = open();
    const good = new Reader();
    log.subscribe({
      events: () => {
        throw new Error("broken");
      },
      reset: () => true,
      ended: () => undefined,
    });
    log.subscribe(good);
    await note(log, "a");
    await note(log, "b");
    expect(good.names).toEqual(["a", "b"]);
  });

  it("says when it is watched, and ends its readers with what is left", async () => {
    const watched: boolean[] = [];
    const log = new ChangeLog({ clock: systemClock, log: silentLog, onWatched: (is) => watched.push(is) });
    const readers = [new Reader(), new Reader()];
    for (const reader of readers) log.subscribe(reader);
    log.note(() => ({ what: "agent", change: "removed", name: "last" }));
    log.note(() => undefined);
    log.close();
    await note(log, "late");
    expect(readers.map(({ names, isEnded }) => [names, isEnded])).toEqual([
      [["last"], true],
      [["last"], true],
    ]);
    expect(watched).toEqual([true, false]);
  });
});
