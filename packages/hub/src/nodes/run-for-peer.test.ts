import { formatSessionEvent, type SessionEvent } from "@parley/acp";
import { silentLog } from "@parley/base";
import { describe, expect, it } from "vitest";
import { isOver, type NewTurn, type Turn } from "../api/turns.ts";
import type { LiveSession } from "../live/live-session.ts";
import { Channel } from "../log/channel.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import { toSession, toTurn } from "../store/testing/rows.ts";
import { TurnTable, type TurnChange } from "../turns/turn-table.ts";
import { runForPeer, toOutcome, type PeerOutcome } from "./run-for-peer.ts";

const wanted: NewTurn = { sessionId: "s1", prompt: [{ type: "text", text: "hello" }] };

const toLine = (seq: number): string => {
  const event: SessionEvent = { v: 1, seq, at: 0, sessionId: "s1", type: "note", level: "info", text: `${seq}` };
  return formatSessionEvent(event);
};

/** Runs a turn that changes once the given number of events is in its log. */
async function runTurn(change: TurnChange, events: number, waitMs?: number): Promise<PeerOutcome> {
  await using store = await openSqliteStore({ path: ":memory:" });
  await store.insertSession(toSession());
  const table = new TurnTable(store, silentLog);
  const channel = new Channel({ sessionId: "s1", store, storedSeq: 0, log: silentLog });
  const isSettled = (turn: Turn): boolean => isOver(turn) || turn.state === "awaiting";
  const turns = {
    start: async () => {
      const turn = toTurn({ state: "created" });
      await table.add(turn);
      return turn;
    },
    get: (id: string) => table.get(id),
    settled: (id: string) => table.reaches(id, isSettled),
  };
  const live = { find: () => ({ channel }) as unknown as LiveSession };
  const running = runForPeer({ turns, live, waitMs }, wanted);
  await expect.poll(() => table.find("t1")).toBeDefined();
  for (let seq = 1; seq <= events; seq += 1) {
    const line = toLine(seq);
    channel.publish([{ event: JSON.parse(line) as SessionEvent, line }]);
  }
  await table.change("t1", change);
  return await running;
}

describe("a turn that another server waits for", () => {
  it("comes with its own events when it is over", async () => {
    const outcome = toOutcome(await runTurn({ state: "completed", firstSeq: 2, lastSeq: 4, finishedAtMs: 9 }, 5));
    expect(outcome.turn).toMatchObject({ id: "t1", state: "completed" });
    expect(outcome.events?.map(({ event }) => event.seq)).toEqual([2, 3, 4]);
    expect(outcome.events?.map(({ line }) => line)).toEqual([2, 3, 4].map(toLine));
  });

  it("comes without events if some of them are no longer in memory", async () => {
    const { turn, events } = toOutcome(
      await runTurn({ state: "failed", firstSeq: 1, lastSeq: 5_000, finishedAtMs: 9 }, 5_000),
    );
    expect(turn.state).toBe("failed");
    expect(events).toBeUndefined();
  });

  it("comes without events when it never ran, or waits for an answer", async () => {
    const never = toOutcome(await runTurn({ state: "cancelled", finishedAtMs: 9 }, 0));
    expect(never).toEqual({ turn: expect.objectContaining({ state: "cancelled" }) });
    const asks = toOutcome(await runTurn({ state: "awaiting", firstSeq: 1, interactionId: "i1" }, 2));
    expect(asks).toEqual({ turn: expect.objectContaining({ state: "awaiting", interactionId: "i1" }) });
  });

  it("comes as it is when it takes too long", async () => {
    const outcome = await runTurn({ state: "in_progress", firstSeq: 1 }, 1, 50);
    expect(outcome).toEqual({ turn: expect.objectContaining({ state: "in_progress" }) });
  });
});
