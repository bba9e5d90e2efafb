// The agents of a real hub, whose turns are real.
import { openTestHub } from "@parley/test-support/hub";
import { expect, it } from "vitest";

const say = (text: string) => [{ type: "text", text }] as const;

it("counts the turns of an agent, and keeps its settings", async () => {
  await using scene = await openTestHub();
  const { agents, sessions, turns } = scene.hub;
  const { id: sessionId } = await sessions.create({ agent: "script" });
  for (const script of ["say hello", "fail no"]) {
    await turns.ended((await turns.start({ sessionId, prompt: say(script) })).id);
  }
  await expect
    .poll(async () => (await agents.get("script")).statistics, { timeout: 10_000 })
    .toMatchObject({ turns: 2, successRate: 50, averageMs: expect.any(Number) });
  await agents.setEnabled("script", false);
  await expect(turns.start({ sessionId, prompt: say("say again") })).rejects.toMatchObject({ code: "agent_disabled" });
  expect((await agents.list()).map(({ name }) => name)).toEqual(["backend", "frontend", "qa", "assistant"]);
  await agents.setEnabled("script", true);
  const { state } = await turns.ended((await turns.start({ sessionId, prompt: say("say again") })).id);
  expect(state).toBe("completed");
}, 60_000);

it("routes among the enabled modes", async () => {
  await using scene = await openTestHub();
  const { agents, routing } = scene.hub;
  expect(await routing.route("Write a test plan")).toMatchObject({ agent: "qa", by: "scorer" });
  await agents.setEnabled("qa", false);
  expect(await routing.route("Write a test plan")).not.toMatchObject({ agent: "qa" });
  await agents.setEnabled("coding", false);
  expect(await routing.route("hello")).toMatchObject({ agent: "assistant", confidence: 0.5, by: "default" });
}, 60_000);
