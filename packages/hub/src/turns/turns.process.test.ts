import { openTestHub } from "@parley/test-support/hub";
import { describe, expect, it } from "vitest";
import type { Subscriber } from "../api/log.ts";
import { eventsOf, say, textOf, toPrompt } from "../testing/talk.ts";

describe("a turn", () => {
  it("is stored, run by the agent and reported in order", async () => {
    await using place = await openTestHub();
    const { hub } = place;
    const { id: sessionId } = await hub.sessions.create({ agent: "script" });
    const seen: number[] = [];
    const subscription = await hub.sessions.subscribe(sessionId, {
      events: (batch) => {
        seen.push(...batch.map(({ event }) => event.seq));
        return true;
      },
      ended: () => undefined,
    });
    const turn = await say(hub, sessionId, "say hello");
    expect(turn).toMatchObject({ state: "completed", stopReason: "end_turn", agent: "script", sessionId });
    const events = await eventsOf(hub, sessionId);
    expect(textOf(events)).toBe("hello");
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.find(({ seq }) => seq === turn.firstSeq)?.type).toBe("prompt");
    // All of the turn was told before it was said to be over.
    expect(seen).toEqual(events.map(({ seq }) => seq).slice(0, seen.length));
    expect(seen.at(-1)).toBeGreaterThanOrEqual(turn.lastSeq ?? Number.NaN);
    subscription.close();
    expect(await hub.sessions.get(sessionId)).toMatchObject({ title: "say hello", turns: 1, state: "idle" });
  });

  it("waits for the previous one, or is refused", async () => {
    await using place = await openTestHub();
    const { hub } = place;
    const { id: sessionId } = await hub.sessions.create({ agent: "script" });
    const first = await hub.turns.start({ sessionId, prompt: toPrompt("ask Shall it go on?\nsay one") });
    await hub.turns.settled(first.id);
    const second = await hub.turns.start({ sessionId, prompt: toPrompt("say two") });
    await expect(
      hub.turns.start({ sessionId, prompt: toPrompt("say three"), whenBusy: "refuse" }),
    ).rejects.toMatchObject({ code: "session_busy" });
    expect(second.state).toBe("created");
    const [question] = await hub.interactions.list({ sessionId, state: "pending" });
    await hub.interactions.answerElicitation(question?.id ?? "", { action: "decline" }, "test");
    await hub.turns.ended(second.id);
    expect((await hub.turns.get(first.id)).state).toBe("completed");
    expect(textOf(await eventsOf(hub, sessionId))).toMatch(/onetwo$/);
  });

  it("is started once per key", async () => {
    await using place = await openTestHub();
    const { hub } = place;
    const [{ id: sessionId }, other] = await Promise.all([
      hub.sessions.create({ agent: "script", idempotencyKey: "s" }),
      hub.sessions.create({ agent: "script", idempotencyKey: "s" }),
    ]);
    expect(other.id).toBe(sessionId);
    expect((await hub.sessions.create({ agent: "script", idempotencyKey: "s" })).id).toBe(sessionId);
    const wanted = { sessionId, prompt: toPrompt("say once"), idempotencyKey: "k" };
    const [first, second] = await Promise.all([hub.turns.start(wanted), hub.turns.start(wanted)]);
    expect(second.id).toBe(first.id);
    expect((await hub.turns.start(wanted)).id).toBe(first.id);
    await hub.turns.ended(first.id);
    expect((await hub.turns.list({ sessionId })).turns).toHaveLength(1);
  });

  it("is cancelled while it runs, and while it waits", async () => {
    await using place = await openTestHub();
    const { hub } = place;
    const { id: sessionId } = await hub.sessions.create({ agent: "script" });
    const running = await hub.turns.start({ sessionId, prompt: toPrompt("wait 60000\nsay never") });
    const waiting = await hub.turns.start({ sessionId, prompt: toPrompt("say never") });
    await hub.turns.cancel(waiting.id);
    await hub.turns.cancel(running.id);
    expect(await hub.turns.ended(running.id)).toMatchObject({ state: "cancelled" });
    expect(await hub.turns.ended(waiting.id)).toMatchObject({ state: "cancelled" });
    expect(textOf(await eventsOf(hub, sessionId))).toBe("");
    await expect(hub.turns.cancel(running.id)).rejects.toMatchObject({ code: "turn_over" });
  });

  it("is cancelled if its cancel was accepted, even in the moment in which its agent ends it", async () => {
    await using place = await openTestHub();
    const { hub } = place;
    const { id: sessionId } = await hub.sessions.create({ agent: "script" });
    let turnId = "";
    const cancels: Promise<boolean>[] = [];
    const events: Subscriber["events"] = (batch) => {
      const isEnding = batch.some(({ event }) => event.type === "stop");
      if (isEnding) cancels.push(hub.turns.cancel(turnId).then(Boolean, () => false));
      return true;
    };
    const follower = await hub.sessions.subscribe(sessionId, { events, ended: () => undefined }, { after: 0 });
    for (let count = 0; count < 20; count += 1) {
      ({ id: turnId } = await hub.turns.start({ sessionId, prompt: toPrompt("say x") }));
      const { state } = await hub.turns.ended(turnId);
      await expect.poll(() => cancels.length).toBe(count + 1);
      expect(state).toBe((await cancels[count]) === true ? "cancelled" : "completed");
    }
    follower.close();
  });

  it("fails with the agent's message, and the session continues", async () => {
    await using place = await openTestHub();
    const { hub } = place;
    const { id: sessionId } = await hub.sessions.create({ agent: "script" });
    const failed = await say(hub, sessionId, "fail no luck");
    expect(failed).toMatchObject({ state: "failed", error: { message: expect.stringContaining("no luck") } });
    expect(await say(hub, sessionId, "say again")).toMatchObject({ state: "completed" });
  });

  it("reports what is wrong with the request", async () => {
    await using place = await openTestHub();
    const { hub } = place;
    const { id: sessionId } = await hub.sessions.create({ agent: "script" });
    await expect(hub.turns.start({ sessionId, prompt: [] })).rejects.toMatchObject({ code: "bad_input" });
    await expect(hub.turns.start({ sessionId: "no", prompt: toPrompt("x") })).rejects.toMatchObject({
      code: "session_not_found",
    });
    await expect(hub.turns.start({ sessionId, agent: "nobody", prompt: toPrompt("x") })).rejects.toMatchObject({
      code: "agent_not_found",
    });
    await expect(hub.turns.get("no")).rejects.toMatchObject({ code: "turn_not_found" });
  });
});
