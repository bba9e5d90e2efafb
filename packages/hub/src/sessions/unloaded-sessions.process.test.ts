import type { Hub } from "@parley/hub";
import { openTestHub } from "@parley/test-support/hub";
import { describe, expect, it } from "vitest";
import { eventsOf, say, textOf, toPrompt } from "../testing/talk.ts";

/** Idle sessions are looked for as often as this. */
const IDLE_MS = 50;
const ROUNDS = 15;

async function isUnloaded(hub: Hub): Promise<void> {
  await expect.poll(() => hub.sessions.inMemory).toBe(0);
}

describe("an unloaded session", () => {
  it("is listed, renamed, found, exported, forked, followed and prompted as before", async () => {
    await using place = await openTestHub({ agentIdleMs: IDLE_MS });
    const { hub } = place;
    const { id } = await hub.sessions.create({ agent: "backend", idempotencyKey: "one" });
    const first = await hub.turns.start({ sessionId: id, prompt: toPrompt("say quixotry"), idempotencyKey: "turn" });
    await hub.turns.ended(first.id);
    await isUnloaded(hub);

    const shown = await hub.sessions.get(id);
    expect(shown).toMatchObject({ turns: 1, state: "idle", agent: "backend" });
    await isUnloaded(hub);
    expect((await hub.sessions.list()).sessions).toEqual([shown]);
    expect(hub.sessions.inMemory).toBe(0);
    expect(await hub.sessions.create({ agent: "backend", idempotencyKey: "one" })).toEqual(shown);
    const again = { sessionId: id, prompt: toPrompt("say quixotry"), idempotencyKey: "turn" };
    expect(await hub.turns.start(again)).toMatchObject({ id: first.id, state: "completed" });
    await isUnloaded(hub);
    expect(await hub.sessions.search("quixotry")).toMatchObject([{ session: { id } }, { session: { id } }]);
    await isUnloaded(hub);
    expect(await hub.sessions.rename(id, "A rare word")).toMatchObject({ title: "A rare word", turns: 1 });
    await isUnloaded(hub);
    const lines: string[] = [];
    for await (const line of hub.sessions.export(id)) lines.push(line);
    expect(lines.join("\n")).toContain("A rare word");
    await isUnloaded(hub);
    const fork = await hub.sessions.fork(id);
    expect(textOf(await eventsOf(hub, fork.id))).toBe("quixotry");
    await isUnloaded(hub);

    const seen: number[] = [];
    const subscription = await hub.sessions.subscribe(
      id,
      {
        events: (batch) => {
          seen.push(...batch.map(({ event }) => event.seq));
          return true;
        },
        ended: () => undefined,
      },
      { after: 0 },
    );
    const { lastSeq = 0 } = await say(hub, id, "say once more");
    await expect.poll(() => seen.at(-1)).toBeGreaterThanOrEqual(lastSeq);
    expect(seen).toEqual(Array.from({ length: seen.length }, (_, index) => index + 1));
    expect(hub.sessions.inMemory).toBe(1);
    subscription.close();
    await isUnloaded(hub);
    expect(textOf(await eventsOf(hub, id))).toBe("quixotryonce more");
  });

  it("is not unloaded while a question is open, and accepts the answer", async () => {
    await using place = await openTestHub({ agentIdleMs: IDLE_MS });
    const { hub } = place;
    const { id: other } = await hub.sessions.create({ agent: "script" });
    const { id } = await hub.sessions.create({ agent: "script" });
    const turn = await hub.turns.start({ sessionId: id, prompt: toPrompt("write asked.txt yes") });
    expect(await hub.turns.settled(turn.id)).toMatchObject({ state: "awaiting" });
    // The other one leaves, so that idle ones were looked for meanwhile.
    await hub.sessions.get(other);
    await expect.poll(() => hub.sessions.inMemory).toBe(1);
    expect(await hub.sessions.get(id)).toMatchObject({ state: "awaiting" });
    const [question] = await hub.interactions.list({ sessionId: id, state: "pending" });
    if (question?.kind !== "permission") throw new Error("There should be a question");
    const optionId = question.options.find(({ kind }) => kind === "allow_once")?.optionId ?? "";
    await hub.interactions.answerPermission(question.id, { outcome: { outcome: "selected", optionId } }, "test");
    expect(await hub.turns.ended(turn.id)).toMatchObject({ state: "completed" });
    await isUnloaded(hub);
  });

  it("loses nothing if it is prompted, renamed and forked while it is being unloaded", async () => {
    await using place = await openTestHub({ agentIdleMs: 1 });
    const { hub } = place;
    const { id } = await hub.sessions.create({ agent: "script" });
    for (let round = 1; round <= ROUNDS; round += 1) {
      const [turn, renamed, fork] = await Promise.all([
        say(hub, id, `say ${round};`),
        hub.sessions.rename(id, `Round ${round}`),
        hub.sessions.fork(id),
      ]);
      expect([turn.state, renamed.title, fork.forkedFrom]).toEqual(["completed", `Round ${round}`, id]);
    }
    const events = await eventsOf(hub, id);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(textOf(events)).toBe(Array.from({ length: ROUNDS }, (_, index) => `${index + 1};`).join(""));
    await isUnloaded(hub);
    expect(await hub.sessions.get(id)).toMatchObject({
      turns: ROUNDS,
      title: `Round ${ROUNDS}`,
      lastSeq: events.length,
    });
  });
});
