import { openTestHub } from "@parley/test-support/hub";
import { describe, expect, it } from "vitest";
import { eventsOf, textOf, toPrompt } from "../testing/talk.ts";
import type { Interaction } from "../api/interactions.ts";

describe("a question", () => {
  it("is stored, pauses the turn, and is answered once", async () => {
    await using place = await openTestHub();
    const { hub } = place;
    const { id: sessionId } = await hub.sessions.create({ agent: "backend" });
    const heard: Interaction[] = [];
    hub.interactions.onChange((interaction) => heard.push(interaction));
    const { id } = await hub.turns.start({ sessionId, prompt: toPrompt("run echo asked > asked.txt\nsay done") });
    const awaiting = await hub.turns.settled(id);
    expect(awaiting).toMatchObject({ state: "awaiting" });
    const [question] = await hub.interactions.list({ sessionId, state: "pending" });
    if (question?.kind !== "permission") throw new Error("A permission should have been asked for");
    expect(question).toMatchObject({ id: awaiting.interactionId, turnId: id, agent: "backend" });
    await expect(
      hub.interactions.answerPermission(question.id, { outcome: { outcome: "selected", optionId: "no" } }, "test"),
    ).rejects.toMatchObject({ code: "bad_input" });
    const optionId = question.options.find(({ kind }) => kind === "allow_once")?.optionId ?? "";
    const answer = { outcome: { outcome: "selected", optionId } } as const;
    const answers = await Promise.allSettled([
      hub.interactions.answerPermission(question.id, answer, "one"),
      hub.interactions.answerPermission(question.id, answer, "two"),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await hub.turns.ended(id)).toMatchObject({ state: "completed" });
    expect(heard.map(({ state }) => state)).toEqual(["pending", "answered"]);
    expect(textOf(await eventsOf(hub, sessionId))).toContain("done");
  });

  it("ends with a turn that is cancelled, and when it expires", async () => {
    await using place = await openTestHub({ expiresMs: 300 });
    const { hub } = place;
    const { id: sessionId } = await hub.sessions.create({ agent: "backend" });
    const expiring = await hub.turns.start({ sessionId, prompt: toPrompt("run echo x\nsay after") });
    await hub.turns.ended(expiring.id);
    expect((await hub.interactions.list({ sessionId })).map(({ state }) => state)).toEqual(["expired"]);
    const types = (await eventsOf(hub, sessionId)).filter(({ type }) => type === "permission_answered");
    expect(types).toMatchObject([{ by: "timeout", outcome: { outcome: "cancelled" } }]);
  });
});
