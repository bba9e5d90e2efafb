import { formatSessionEvent, type SessionEvent } from "@parley/acp";
import { silentLog } from "@parley/base";
import { describe, expect, it } from "vitest";
import { PAGE_EVENTS } from "../limits.ts";
import { Channel } from "./channel.ts";
import type { LoggedEvent } from "../api/log.ts";

const toLogged = (seq: number): LoggedEvent => {
  const event: SessionEvent = { v: 1, seq, at: 0, sessionId: "s", type: "note", level: "info", text: `${seq}` };
  return { event, line: formatSessionEvent(event) };
};
const range = (from: number, to: number): LoggedEvent[] =>
  Array.from({ length: to - from + 1 }, (_, index) => toLogged(from + index));

/** A log that is stored up to an event, and what a follower heard of it. */
function openPlace(stored: number, knownSeq = stored) {
  const lines = range(1, stored).map(({ line }) => line);
  const reads = { count: 0 };
  const channel = new Channel({
    sessionId: "s",
    storedSeq: knownSeq,
    log: silentLog,
    store: {
      readEvents: async (_id, page) => {
        reads.count += 1;
        return "after" in page ? lines.slice(page.after, page.after + page.limit) : lines.slice(-page.limit);
      },
    },
  });
  const storeElsewhere = (to: number): void => {
    lines.push(...range(lines.length + 1, to).map(({ line }) => line));
    channel.reached(to);
  };
  const publish = (to: number): void => {
    const events = range(lines.length + 1, to);
    lines.push(...events.map(({ line }) => line));
    channel.publish(events);
  };
  return { channel, publish, storeElsewhere, reads };
}

function follow(channel: Channel, after: number, room = Number.POSITIVE_INFINITY, isPatient = false) {
  const heard: number[] = [];
  let left = room;
  const subscription = channel.subscribe(
    {
      events: (batch) => {
        heard.push(...batch.map(({ event }) => event.seq));
        left -= 1;
        return left > 0;
      },
      ended: (reason) => void heard.push(reason === "failed" ? -1 : -2),
    },
    after,
    isPatient,
  );
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    heard,
    subscription,
    settle,
    resume: () => {
      left = room;
      subscription.resume();
    },
  };
}

const upTo = (last: number, first = 1): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe("Channel", () => {
  it("delivers past events, then new ones, each once", async () => {
    const { channel, publish } = openPlace(1_200);
    const one = follow(channel, 0);
    publish(1_210);
    await one.settle();
    publish(1_220);
    await one.settle();
    expect(one.heard).toEqual(upTo(1_220));
  });

  it("delivers the rest of a batch to a follower that starts within it", async () => {
    const { channel, publish } = openPlace(10);
    const one = follow(channel, 13);
    publish(12);
    publish(15);
    publish(16);
    await one.settle();
    expect(one.heard).toEqual([14, 15, 16]);
  });

  it("pauses a full follower until there is room, and omits nothing", async () => {
    const { channel, publish } = openPlace(0);
    const slow = follow(channel, 0, 1);
    for (let last = 10; last <= 3_000; last += 10) publish(last);
    await slow.settle();
    expect(slow.heard).toEqual(upTo(10));
    while ((slow.heard.at(-1) ?? 0) < 3_000) {
      slow.resume();
      await slow.settle();
    }
    expect(slow.heard).toEqual(upTo(3_000));
    expect(slow.subscription.cursor).toBe(3_000);
  });

  it("delivers what another server wrote, although the notice of it was missed", async () => {
    const { channel } = openPlace(20, 10);
    const early = follow(channel, 0);
    await early.settle();
    expect(early.heard).toContain(10);
    channel.isUnsure = true;
    const late = follow(channel, 10);
    await late.settle();
    expect([early.heard, late.heard]).toEqual([upTo(20), upTo(20).slice(10)]);
    expect(channel.isUnsure).toBe(false);
    const none = follow(channel, 20);
    await none.settle();
    expect(none.heard).toEqual([]);
  });

  it("reads once for a patient follower what another server wrote, when it resumes", async () => {
    const { channel, storeElsewhere, reads } = openPlace(10);
    channel.isUnsure = true;
    const patient = follow(channel, 10, Number.POSITIVE_INFINITY, true);
    for (let last = 11; last <= 20; last += 1) storeElsewhere(last);
    await patient.settle();
    expect([patient.heard, reads.count, channel.isCaughtUp]).toEqual([[], 0, true]);
    patient.resume();
    expect(channel.isCaughtUp).toBe(false);
    await patient.settle();
    expect([patient.heard, reads.count]).toEqual([upTo(20, 11), 1]);
    // From here on it is like any other one: what comes late is not waited for.
    storeElsewhere(21);
    await patient.settle();
    expect(patient.heard).toEqual(upTo(21, 11));
  });

  it("delivers to a patient follower page by page, and as they come those that this server writes", async () => {
    const { channel, publish, storeElsewhere } = openPlace(0);
    const patient = follow(channel, 0, Number.POSITIVE_INFINITY, true);
    storeElsewhere(PAGE_EVENTS - 1);
    await patient.settle();
    expect(patient.heard).toEqual([]);
    storeElsewhere(PAGE_EVENTS);
    await patient.settle();
    expect(patient.heard).toEqual(upTo(PAGE_EVENTS));
    // It took over the session.
    storeElsewhere(PAGE_EVENTS + 5);
    publish(PAGE_EVENTS + 7);
    await patient.settle();
    publish(PAGE_EVENTS + 9);
    await patient.settle();
    expect(patient.heard).toEqual(upTo(PAGE_EVENTS + 9));
  });

  it("delivers nothing after it was closed, and the end when the session ends", async () => {
    const { channel, publish } = openPlace(0);
    const one = follow(channel, 0);
    const other = follow(channel, 0);
    publish(1);
    one.subscription.close();
    publish(2);
    channel.end("deleted");
    await one.settle();
    expect(one.heard).toEqual([1]);
    expect(other.heard).toEqual([1, 2, -2]);
    expect(channel.size).toBe(0);
  });
});
