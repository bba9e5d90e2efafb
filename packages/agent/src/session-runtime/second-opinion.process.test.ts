import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openAgent } from "../testing/open-agent.ts";
import { openStubbed, type StubbedAgent } from "../testing/open-stubbed.ts";

const RISKY = "run sh build.sh";
const ALLOW = '{"reason": "It was asked for", "verdict": "allow"}';

/** What the judge says is what the model says first: the request it judges carries the same script. */
async function judge(opened: StubbedAgent, said: string, command = RISKY): Promise<void> {
  writeFileSync(join(opened.cwd, "build.sh"), "touch built.txt\n");
  const sessionId = await opened.newSession();
  await opened.play(sessionId, `say ${said}`, command, "say done");
}

const wasAsked = ({ client }: Pick<StubbedAgent, "client">): boolean =>
  client.calls.items.some(({ method }) => method === "session/request_permission");

describe("at level auto", () => {
  it("the judge spares a question about what is risky and was asked for", async () => {
    await using opened = await openStubbed({ wire: "openai", model: "gpt-4o", settings: { approval: "auto" } });
    await judge(opened, ALLOW);
    expect(wasAsked(opened)).toBe(false);
    expect(existsSync(join(opened.cwd, "built.txt"))).toBe(true);
    const [first, opinion, last] = opened.asked();
    expect([first, last].every((one) => (one?.conversation.tools.length ?? 0) > 0)).toBe(true);
    expect(opinion?.conversation.tools).toEqual([]);
    expect(JSON.stringify(opinion?.conversation.messages)).toContain("sh build.sh");
    // What the opinion cost is counted.
    const costs = opened.updates.flatMap((one) =>
      one.sessionUpdate === "usage_update" ? [one.cost?.amount ?? 0] : [],
    );
    expect(costs).toHaveLength(2);
    const tokens = opened.asked().map(({ conversation }) => JSON.stringify(conversation).length);
    expect((costs[1] ?? 0) - (costs[0] ?? 0)).toBeGreaterThan(
      (costs[0] ?? 0) * (1 + ((tokens[1] ?? 0) / (tokens[0] ?? 1)) * 0.1),
    );
  });

  it.each([
    ["a no", '{"reason": "Nobody asked for it", "verdict": "deny"}'],
    ["a doubt", '{"reason": "Unclear", "verdict": "ask"}'],
    ["no clear answer", "Certainly, go ahead!"],
  ])("%s leaves it to the person", async (_, said) => {
    await using opened = await openStubbed({ settings: { approval: "auto" } });
    await judge(opened, said);
    expect(wasAsked(opened)).toBe(true);
  });

  it("only the user decides about serious dangers", async () => {
    await using opened = await openStubbed({ settings: { approval: "auto" } });
    mkdirSync(join(opened.cwd, "data"));
    await judge(opened, ALLOW, "run rm -rf data");
    expect(wasAsked(opened)).toBe(true);
    expect(opened.asked()).toHaveLength(2);
  });

  it("the script model gives no second opinion, and other levels ask for none", async () => {
    await using offline = await openAgent({ options: { defaults: { approval: "auto" } } });
    writeFileSync(join(offline.cwd, "build.sh"), "");
    await offline.prompt(await offline.newSession(), RISKY);
    expect(wasAsked(offline)).toBe(true);
    await using opened = await openStubbed({ settings: { approval: "supervised" } });
    await judge(opened, ALLOW);
    expect(wasAsked(opened)).toBe(true);
    expect(opened.asked().every(({ conversation }) => conversation.tools.length > 0)).toBe(true);
  });
});
