// Agents of other systems that leave out the session, or give a history in their answer.
import { otherSystemAgent } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { text, texts } from "../testing/events.ts";
import { inlineAgent } from "../testing/inline-agent.ts";
import { useAgents } from "../testing/use-agents.ts";
import type { Session } from "./session.ts";

const agents = useAgents();
const CWD = process.cwd();
const GGCODE = [otherSystemAgent("ggcode")];

describe("a call without a session", () => {
  it("is for the only one; with several it is −32602, until one is left", async () => {
    await using test = agents.create(GGCODE);
    const one = await test.agent.newSession({ cwd: CWD });
    const other = await test.agent.newSession({ cwd: CWD });
    const call = async (): Promise<unknown> => {
      await one.prompt(text("callbacks"));
      return JSON.parse(texts(test.store.written(one.id)).at(-1) ?? "");
    };
    const refusal = { error: { code: -32602, data: { path: "/sessionId" } } };
    expect(await call()).toMatchObject({ written: refusal, read: refusal, created: refusal.error, exited: refusal });
    await other.close();
    // It reaches the session, which has no files here.
    expect(await call()).toMatchObject({ written: { error: { code: -32601 } } });
    expect(test.problems.map(({ kind }) => kind)).toContain("session_omitted");
  });
});

describe("a history in the answer to session/load", () => {
  function shown(session: Session): readonly string[] {
    return session.transcript.snapshot().items.map((item) => {
      if (item.type === "tool_call") return `${item.toolCallId} ${item.title}: ${item.status}`;
      const blocks = "blocks" in item ? item.blocks : [];
      return `${item.type}: ${blocks.map((block) => (block.type === "text" ? block.text : block.type)).join("")}`;
    });
  }

  it("is the session's history", async () => {
    await using test = agents.create(GGCODE);
    const session = await test.agent.importSession("from-before", { cwd: CWD });
    expect(shown(session)).toEqual([
      "user_message: List the files",
      "agent_message: Looking.",
      "ls-1 ls: completed",
      "agent_message: One file.",
    ]);
  });

  it("may be missing together with the whole result, if the history was replayed", async () => {
    const program = inlineAgent((wire) => {
      wire.on("initialize", ({ answer }) => {
        answer({ protocolVersion: 1, agentCapabilities: { loadSession: true } });
      });
      wire.on("session/load", ({ params, answer }) => {
        wire.say(params.sessionId, "replayed");
        // JSON has no `undefined`: the message consists of the id.
        answer(undefined);
      });
    });
    await using test = agents.create(program);
    const session = await test.agent.importSession("from-before", { cwd: CWD });
    expect(shown(session)).toEqual(["agent_message: replayed"]);
  });

  it("is ignored if the history was replayed or is already in the log", async () => {
    const program = inlineAgent((wire) => {
      wire.on("initialize", ({ answer }) => {
        answer({ protocolVersion: 1, agentCapabilities: { loadSession: true } });
      });
      wire.on("session/load", ({ params, answer }) => {
        wire.say(params.sessionId, "replayed");
        answer({ messages: [{ role: "assistant", content: [{ type: "text", text: "listed" }] }] });
      });
      wire.on("session/prompt", ({ answer }) => answer({ stopReason: "end_turn" }));
    });
    await using test = agents.create(program);
    const session = await test.agent.importSession("from-before", { cwd: CWD });
    expect(shown(session)).toEqual(["agent_message: replayed"]);
    await test.agent.restart();
    await session.prompt(text("go"));
    expect(texts(test.store.written(session.id))).not.toContain("listed");
  });
});
