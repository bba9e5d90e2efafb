import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { StoreNotice } from "../../api/nodes.ts";
import { CARRY_MS_MAX, NOTICE_BYTES_MAX, NOTICE_DELAY_MS } from "../../store-limits.ts";
import type { PostgresConnection } from "./connection.ts";
import { NoticeSender } from "./notice-sender.ts";

const STARTED = { firstSeq: 3, startedAtMs: 5, model: "m" };

let sent: StoreNotice[];
let isBroken: boolean;
let sender: NoticeSender;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  isBroken = false;
  const query = async (_doing: string, _words: string, [notices]: readonly [readonly string[]]): Promise<unknown[]> => {
    if (isBroken) throw new Error("no database");
    for (const notice of notices) {
      expect(Buffer.byteLength(notice)).toBeLessThanOrEqual(NOTICE_BYTES_MAX);
      sent.push(JSON.parse(notice) as StoreNotice);
    }
    return [];
  };
  sender = new NoticeSender({ query } as unknown as PostgresConnection, () => "me");
});
afterEach(async () => {
  vi.useRealTimers();
  await sender.close();
});

/** A statement that sends the notice. */
const statement = async (text: string): Promise<boolean> => {
  sent.push(JSON.parse(text) as StoreNotice);
  return true;
};

describe("what other servers have to know", () => {
  it("goes with the next statement that sends a notice", async () => {
    sender.add({ newTurns: ["t1"] });
    sender.add({ started: { t1: STARTED } });
    await sender.carry({ events: { s1: 7 }, sessions: ["s1"] }, statement);
    const all = { from: "me", events: { s1: 7 }, newTurns: ["t1"], sessions: ["s1"], started: { t1: STARTED } };
    expect(sent).toEqual([all]);
    await vi.advanceTimersByTimeAsync(NOTICE_DELAY_MS * 10);
    expect(sent).toEqual([all]);
  });

  it("is sent alone if no such statement comes", async () => {
    sender.add({ events: { s1: 7 }, turns: ["t1"] });
    sender.add({ events: { s1: 9, s2: 1 }, turns: ["t1", "t2"], settings: true });
    await vi.advanceTimersByTimeAsync(NOTICE_DELAY_MS);
    expect(sent).toEqual([{ from: "me", events: { s1: 9, s2: 1 }, turns: ["t1", "t2"], settings: true }]);
  });

  it("is sent later if the statement fails, or changes nothing", async () => {
    sender.add({ newTurns: ["t1"] });
    await expect(sender.carry({ turns: ["t2"] }, () => Promise.reject(new Error("cut")))).rejects.toThrow("cut");
    expect(await sender.carry({ turns: ["t2"] }, () => Promise.resolve(false))).toBe(false);
    await vi.advanceTimersByTimeAsync(NOTICE_DELAY_MS);
    expect(sent).toEqual([{ from: "me", newTurns: ["t1"] }]);
  });

  it("is sent alone if the statement takes long, and older ends of a log never follow newer ones", async () => {
    sender.add({ events: { s1: 11 }, interactions: ["q1"] });
    let fail = (): void => undefined;
    const carried = sender.carry(
      { turns: ["t1"] },
      () => new Promise((_, reject) => (fail = () => reject(new Error("cut")))),
    );
    sender.add({ events: { s1: 15 } });
    await vi.advanceTimersByTimeAsync(CARRY_MS_MAX + NOTICE_DELAY_MS * 2);
    expect(sent.flatMap(({ interactions = [] }) => interactions)).toEqual(["q1"]);
    expect(sent.flatMap(({ events }) => events?.["s1"] ?? [])).toEqual([15, 11]);
    sent.length = 0;
    sender.add({ events: { s1: 20 } });
    fail();
    await expect(carried).rejects.toThrow("cut");
    await vi.advanceTimersByTimeAsync(NOTICE_DELAY_MS);
    expect(sent).toEqual([{ from: "me", events: { s1: 20 }, interactions: ["q1"] }]);
  });

  it("is sent when the server ends", async () => {
    sender.add({ newTurns: ["t1"] });
    await sender.close();
    expect(sent).toEqual([{ from: "me", newTurns: ["t1"] }]);
  });

  it("is not held up by one thing that is too long for any notice", async () => {
    sender.add({ started: { t1: { ...STARTED, model: "m".repeat(NOTICE_BYTES_MAX) } }, interactions: ["q1"] });
    await vi.advanceTimersByTimeAsync(NOTICE_DELAY_MS);
    expect(sent).toEqual([{ from: "me", interactions: ["q1"] }]);
  });

  it("is kept while the database is away", async () => {
    isBroken = true;
    sender.add({ created: ["s1"] });
    await vi.advanceTimersByTimeAsync(NOTICE_DELAY_MS);
    sender.add({ interactions: ["q1"] });
    isBroken = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toEqual([{ from: "me", created: ["s1"], interactions: ["q1"] }]);
  });

  it("is split if it is too long for one notice, and says to look where a statement has no room for it", async () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => `session ${index} ${"x".repeat(20)}`);
    sender.add({ sessions: ids });
    await sender.carry({ events: { s1: 7 } }, statement);
    expect(sent.splice(0)).toEqual([{ from: "me", events: { s1: 7 } }]);
    await vi.advanceTimersByTimeAsync(NOTICE_DELAY_MS);
    expect(sent.flatMap(({ sessions = [] }) => sessions)).toEqual(ids);
    sent.length = 0;
    await sender.carry({ events: Object.fromEntries(ids.map((id, index) => [id, index])) }, statement);
    expect(sent.splice(0)).toEqual([{ from: "me", look: true }]);
    await vi.advanceTimersByTimeAsync(NOTICE_DELAY_MS);
    expect(Object.assign({}, ...sent.map(({ events }) => events))).toEqual(
      Object.fromEntries(ids.map((id, index) => [id, index])),
    );
  });
});
