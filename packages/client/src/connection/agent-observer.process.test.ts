import { isObject } from "@parley/base";
import { describe, expect, it } from "vitest";
import { inlineAgent } from "../testing/inline-agent.ts";
import { useAgents } from "../testing/use-agents.ts";
import type { AgentObserver } from "./agent-observer.ts";

const agents = useAgents();

const talker = inlineAgent((wire) => {
  wire.on("session/prompt", ({ params, answer }) => {
    if (params.prompt[0]?.text === "die") process.exit(1);
    wire.say(params.sessionId, "hello");
    answer({ stopReason: "end_turn" });
  });
});

const prompt = (text: string): [{ type: "text"; text: string }] => [{ type: "text", text }];

function methodOf(message: unknown): string {
  return isObject(message) && typeof message["method"] === "string" ? message["method"] : "answer";
}

describe("whoever watches the wire of an agent", () => {
  it("sees both ways in order, and which session is which, for each process anew", async () => {
    const lives: string[][] = [];
    const observe = (): AgentObserver => {
      const seen: string[] = [];
      lives.push(seen);
      return {
        sent: (message) => seen.push(`> ${methodOf(message)}`),
        received: (message) => seen.push(`< ${methodOf(message)}`),
        attached: (agentSessionId, sessionId) => seen.push(`${agentSessionId} is ${sessionId}`),
        closed: () => seen.push("closed"),
      };
    };
    await using test = agents.create(talker, { observe });
    const session = await test.agent.newSession({ cwd: process.cwd() });
    await session.prompt(prompt("hi"));
    const beginning = ["> initialize", "< answer", "> session/new", "< answer", `session-1 is ${session.id}`];
    expect(lives).toEqual([[...beginning, "> session/prompt", "< session/update", "< answer"]]);
    expect(await session.prompt(prompt("die"))).toMatchObject({ error: { code: "agent_crashed" } });
    await session.prompt(prompt("again"));
    expect(lives).toHaveLength(2);
    expect(lives[0]?.at(-1)).toBe("closed");
    expect(lives[1]?.slice(0, 5)).toEqual(beginning);
  });

  it("may fail with every message, and the traffic goes on", async () => {
    const failures: unknown[] = [];
    const fail = (): never => {
      throw new Error("It cannot look");
    };
    const observe = (): AgentObserver => ({
      sent: fail,
      received: fail,
      attached: fail,
      failed: (cause) => failures.push(cause),
    });
    await using test = agents.create(talker, { observe });
    const session = await test.agent.newSession({ cwd: process.cwd() });
    expect(await session.prompt(prompt("hi"))).toMatchObject({ stopReason: "end_turn" });
    // Three requests, three answers, an update, and the session that it is.
    expect(failures).toHaveLength(8);
  });
});
