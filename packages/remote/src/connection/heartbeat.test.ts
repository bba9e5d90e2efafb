import type { Timers } from "@parley/base";
import { createMemoryPair, type MemoryTransport } from "@parley/rpc";
import { describe, expect, it } from "vitest";
import { connectionLimits } from "../limits.ts";
import { Heartbeat } from "./heartbeat.ts";

const { idleMs, silentMs, deadMs } = connectionLimits;

/** Time passes when a test says so. A sleep passes at once, and timers that were due fire late. */
class TestTimers implements Timers {
  #now = 0;
  #due: { readonly at: number; readonly task: () => void } | undefined;

  now(): number {
    return this.#now;
  }

  after(ms: number, task: () => void): () => void {
    const due = { at: this.#now + ms, task };
    this.#due = due;
    return () => {
      if (this.#due === due) this.#due = undefined;
    };
  }

  pass(ms: number): void {
    const end = this.#now + ms;
    while (this.#due !== undefined && this.#due.at <= end) {
      this.#now = Math.max(this.#now, this.#due.at);
      this.#fire();
    }
    this.#now = end;
  }

  sleep(ms: number): void {
    this.#now += ms;
    this.#fire();
  }

  #fire(): void {
    const due = this.#due;
    this.#due = undefined;
    due?.task();
  }
}

interface Watched {
  readonly timers: TestTimers;
  readonly seen: string[];
  readonly other: MemoryTransport;
  readonly heartbeat: Heartbeat;
}

function watch(isHeldBack = (): boolean => false): Watched {
  const timers = new TestTimers();
  const seen: string[] = [];
  const heartbeat = new Heartbeat(connectionLimits, timers);
  const [own, other] = createMemoryPair();
  heartbeat.listen(own).open({ message: () => undefined, malformed: () => undefined, closed: () => undefined });
  heartbeat.start({
    ping: () => seen.push("ping"),
    isHeldBack,
    onSilent: () => seen.push("silent"),
    onHeard: () => seen.push("heard"),
    onDead: () => seen.push("dead"),
  });
  return { timers, seen, other, heartbeat };
}

async function say({ other }: Watched): Promise<void> {
  other.sendText("{}");
  await Promise.resolve();
}

describe("the heartbeat", () => {
  it("pings an idle connection, reports silence within two seconds, and gives up later", () => {
    const { timers, seen } = watch();
    timers.pass(idleMs - 1);
    expect(seen).toEqual([]);
    timers.pass(1);
    expect(seen).toEqual(["ping"]);
    timers.pass(silentMs - idleMs);
    expect(seen).toEqual(["ping", "silent"]);
    timers.pass(deadMs);
    expect(seen).toEqual(["ping", "silent", "dead"]);
    expect(silentMs).toBeLessThan(2_000);
  });

  it("does not ping while something comes, and takes a late answer", async () => {
    const watched = watch();
    const { timers, seen } = watched;
    for (let round = 0; round < 5; round += 1) {
      timers.pass(idleMs - 1);
      await say(watched);
    }
    expect(seen).toEqual([]);
    timers.pass(silentMs);
    await say(watched);
    expect(seen).toEqual(["ping", "silent", "heard"]);
    timers.pass(idleMs - 1);
    expect(seen).toEqual(["ping", "silent", "heard"]);
  });

  it("asks again after the machine slept, instead of giving up", async () => {
    const watched = watch();
    const { timers, seen } = watched;
    timers.pass(idleMs);
    timers.sleep(60 * 60_000);
    expect(seen).toEqual(["ping", "ping"]);
    await say(watched);
    timers.pass(idleMs - 1);
    expect(seen).toEqual(["ping", "ping"]);
  });

  it("makes nothing of silence while reading is held back, and stops", () => {
    const { timers, seen, heartbeat } = watch(() => true);
    timers.pass(10 * deadMs);
    expect(seen).toEqual([]);
    heartbeat.stop();
    timers.pass(10 * deadMs);
    expect(seen).toEqual([]);
  });
});
