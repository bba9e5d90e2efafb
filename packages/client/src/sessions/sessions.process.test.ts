import { describe, expect, it } from "vitest";
import { text, texts, types } from "../testing/events.ts";
import { inlineAgent } from "../testing/inline-agent.ts";
import { useAgents } from "../testing/use-agents.ts";

const agents = useAgents();
const CWD = process.cwd();

describe("a session that ends", () => {
  it("is closed with the agent, its features and its log", async () => {
    await using test = agents.create(agents.scripted());
    const session = await test.agent.newSession({ cwd: CWD });
    const running = session.prompt(text("wait 60000"));
    const waiting = session.prompt(text("say never"));
    await expect.poll(() => types(test.store.written(session.id))).toContain("prompt");
    await session.close();
    expect(await running).toEqual({ stopReason: "cancelled" });
    expect(await waiting).toMatchObject({ error: { code: "connection_closed" } });
    await expect(session.prompt(text("say more"))).rejects.toMatchObject({ code: "connection_closed" });
    expect(test.store.openIds.size).toBe(0);
    expect(types(test.store.written(session.id)).at(-1)).toBe("stop");
    const again = await test.agent.resumeSession(session.id, {});
    expect(await again.prompt(text("say back"))).toEqual({ stopReason: "end_turn" });
  });

  it("is forgotten by the agent and by the store when it is deleted", async () => {
    await using test = agents.create(agents.scripted());
    const session = await test.agent.newSession({ cwd: CWD });
    const other = await test.agent.newSession({ cwd: CWD });
    await session.delete();
    await other.close();
    await other.delete();
    expect(await test.store.list()).toEqual([]);
    expect(await test.agent.listSessions()).toEqual([]);
  });

  it("ends even if the agent does not know it, or refuses, or keeps silent", async () => {
    const lies = agents.lying("closed-already");
    await using gone = agents.create(lies);
    await (await gone.agent.newSession({ cwd: CWD })).delete();
    expect(gone.problems).toEqual([]);
    const capabilities = { sessionCapabilities: { close: {}, delete: {} } };
    const program = inlineAgent((wire, agentCapabilities: object) => {
      wire.on("initialize", ({ answer }) => answer({ protocolVersion: 1, agentCapabilities }));
      wire.on("session/close", () => undefined);
      wire.on("session/delete", ({ refuse }) => refuse(-32_603, "no"));
    }, capabilities);
    await using silent = agents.create(program, { limits: { closeSessionMs: 50 } });
    const [one, two] = [await silent.agent.newSession({ cwd: CWD }), await silent.agent.newSession({ cwd: CWD })];
    await one.close();
    await two.delete();
    expect(silent.store.openIds.size).toBe(0);
    expect(silent.problems).toMatchObject([{ kind: "request_failed", method: "session/delete" }]);
  });
});

describe("the agent's list", () => {
  it("has every page", async () => {
    await using test = agents.create(agents.scripted({ limits: { listPageSize: 2 } }));
    for (let index = 0; index < 5; index += 1) await test.agent.newSession({ cwd: CWD });
    expect(await test.agent.listSessions()).toHaveLength(5);
    expect(await test.agent.listSessions("/elsewhere")).toEqual([]);
  });

  it("is undefined if there is none, and cut if it is endless", async () => {
    await using none = agents.create(inlineAgent(() => undefined));
    expect(await none.agent.listSessions()).toBeUndefined();
    const endless = inlineAgent((wire) => {
      let page = 0;
      const agentCapabilities = { sessionCapabilities: { list: {} } };
      wire.on("initialize", ({ answer }) => answer({ protocolVersion: 1, agentCapabilities }));
      wire.on("session/list", ({ answer }) => {
        page += 1;
        answer({ sessions: [{ sessionId: `s${page}`, cwd: "/" }], nextCursor: `c${page % 7}` });
      });
    });
    await using test = agents.create(endless, { limits: { listPagesMax: 5 } });
    expect(await test.agent.listSessions()).toHaveLength(5);
    expect(test.problems).toEqual([{ kind: "endless_list", sessions: 5 }]);
    await using circle = agents.create(endless);
    expect(await circle.agent.listSessions()).toHaveLength(8);
  });
});

describe("a fork", () => {
  it("starts with the conversation so far, and then diverges", async () => {
    await using test = agents.create(agents.scripted());
    const parent = await test.agent.newSession({ cwd: CWD });
    await parent.prompt(text("say shared"));
    const fork = await parent.fork();
    expect(fork.agentSessionId).not.toBe(parent.agentSessionId);
    await fork.prompt(text("say only here"));
    await parent.prompt(text("say only there"));
    expect(texts(test.store.written(fork.id))).toEqual(["shared", "only here"]);
    expect(texts(test.store.written(parent.id))).toEqual(["shared", "only there"]);
    expect((await test.store.find(fork.id))?.forkedFrom).toBe(parent.id);
    const seqs = test.store.written(fork.id).map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    expect(fork.transcript.snapshot().items.filter(({ type }) => type === "agent_message")).toHaveLength(2);
    await parent.delete();
    expect(await fork.prompt(text("say still here"))).toEqual({ stopReason: "end_turn" });
  });

  it("is refused where the agent has none", async () => {
    await using test = agents.create(inlineAgent(() => undefined));
    const session = await test.agent.newSession({ cwd: CWD });
    await expect(session.fork()).rejects.toMatchObject({ code: "capability_missing" });
    expect(await test.store.list()).toHaveLength(1);
  });
});
