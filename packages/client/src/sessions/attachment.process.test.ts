import { createTempFolder, type TempFolder } from "@parley/test-support";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFakeTime } from "../testing/fake-time.ts";
import { summarize, text } from "../testing/events.ts";
import { inlineAgent, type InlineWire } from "../testing/inline-agent.ts";
import { createMemoryStore } from "../testing/memory-store.ts";
import { useAgents } from "../testing/use-agents.ts";

const agents = useAgents();
let folder: TempFolder;
beforeAll(async () => {
  folder = await createTempFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

const CWD = process.cwd();

interface Keeping {
  /** Where it remembers what was said, over its own end. */
  readonly file: string;
  readonly can: "resume" | "load" | "both" | "nothing";
  /** When it replays: as it should, after its answer, or half and half. */
  readonly replay?: "before" | "after" | "both" | "late";
  readonly refuses?: { readonly code: number; readonly message: string };
}

/** An agent that keeps its sessions in a file. */
function keeper(wire: InlineWire, { file, can, replay = "before", refuses }: Keeping): void {
  const fs = process.getBuiltinModule("node:fs");
  const said = (): string[] => (fs.existsSync(file) ? fs.readFileSync(file, "utf8").split("\n").slice(0, -1) : []);
  const capabilities = {
    loadSession: can === "load" || can === "both",
    sessionCapabilities: can === "resume" || can === "both" ? { resume: {} } : {},
  };
  wire.on("initialize", ({ answer }) => answer({ protocolVersion: 1, agentCapabilities: capabilities }));
  wire.on("session/new", ({ answer }) => answer({ sessionId: `kept-${process.pid}` }));
  wire.on("session/resume", ({ answer, refuse }) =>
    refuses === undefined ? answer({}) : refuse(refuses.code, refuses.message),
  );
  wire.on("session/load", ({ params: { sessionId }, answer, refuse }) => {
    if (refuses !== undefined) return refuse(refuses.code, refuses.message);
    const lines = said();
    const half = replay === "both" ? Math.ceil(lines.length / 2) : 0;
    const tell = (some: string[]): void => {
      for (const line of some) wire.say(sessionId, line);
    };
    if (replay === "before") tell(lines);
    if (replay === "both") tell(lines.slice(0, half));
    wire.update(sessionId, { sessionUpdate: "available_commands_update", availableCommands: [] });
    answer({});
    if (replay === "both") tell(lines.slice(half));
    if (replay === "after") tell(lines);
    if (replay === "late") setTimeout(() => tell(lines), 40);
    wire.update(sessionId, { sessionUpdate: "session_info_update", title: "Kept" });
  });
  wire.on("session/prompt", ({ params, answer }) => {
    const [block] = params.prompt;
    if (block?.text === "die") process.exit(1);
    fs.appendFileSync(file, `${block?.text}\n`);
    wire.say(params.sessionId, `${block?.text} (${said().length})`);
    answer({ stopReason: "end_turn" });
  });
}

let files = 0;
const fresh = (): string => folder.file(`kept-${(files += 1)}`);

describe("a session whose agent crashed", () => {
  it.each([
    ["resumed", "resume", "before"],
    ["resumed", "both", "before"],
    ["loaded", "load", "before"],
    ["loaded", "load", "after"],
    ["loaded", "load", "both"],
    ["loaded", "load", "late"],
  ] as const)(
    "is %s by an agent that can %s (replay %s), and the log has nothing twice",
    async (history, can, replay) => {
      await using test = agents.create(inlineAgent(keeper, { file: fresh(), can, replay }), {
        limits: { restartDelaysMs: [0] },
      });
      const session = await test.agent.newSession({ cwd: CWD });
      await session.prompt(text("one"));
      await session.prompt(text("two"));
      const { agentSessionId } = session;
      await session.prompt(text("die"));
      await session.prompt(text("three"));
      const lines = summarize(test.store.written(session.id));
      expect(lines.filter((line) => !line.includes("_update"))).toEqual([
        "agent_started",
        "prompt",
        "one (1)",
        "stop",
        "prompt",
        "two (2)",
        "stop",
        "prompt",
        "agent_crashed",
        "stop",
        `restarted: ${history}`,
        "prompt",
        "three (3)",
        "stop",
      ]);
      expect(session.agentSessionId).toBe(agentSessionId);
      // What says how the session is now is recorded, whenever it comes.
      const isLoaded = history === "loaded";
      expect(lines.filter((line) => line.includes("_update"))).toEqual(
        isLoaded ? ["available_commands_update", "session_info_update"] : [],
      );
      expect(session.transcript.snapshot().state.title).toBe(isLoaded ? "Kept" : null);
    },
  );

  it.each([
    ["that cannot bring back sessions", { can: "nothing" }],
    ["that does not know it any more", { can: "both", refuses: { code: -32_002, message: "Session not found" } }],
  ] as const)("goes on as a new one in an agent %s, and says so", async (_what, keeping) => {
    const program = inlineAgent(keeper, { file: fresh(), ...keeping } as Keeping);
    await using test = agents.create(program, { limits: { restartDelaysMs: [0] } });
    const session = await test.agent.newSession({ cwd: CWD });
    const { agentSessionId } = session;
    await session.prompt(text("die"));
    expect(await session.prompt(text("one"))).toEqual({ stopReason: "end_turn" });
    expect(session.agentSessionId).not.toBe(agentSessionId);
    expect(summarize(test.store.written(session.id))).toEqual([
      "agent_started",
      "prompt",
      "agent_crashed",
      "stop",
      "restarted: lost",
      "note",
      "prompt",
      "one (1)",
      "stop",
    ]);
    expect(test.store.written(session.id)).toContainEqual(
      expect.objectContaining({
        type: "note",
        text: "Test agent could not restore the conversation; it continues in a new session",
      }),
    );
  });

  it("is taken as it is by an agent that has it open still", async () => {
    const refuses = { code: -32_602, message: "Session is already loaded" };
    const program = inlineAgent(keeper, { file: fresh(), can: "load", refuses } as Keeping);
    await using test = agents.create(program);
    const session = await test.agent.newSession({ cwd: CWD });
    await session.close();
    const again = await test.agent.resumeSession(session.id, {});
    expect(again.agentSessionId).toBe(session.agentSessionId);
    expect(await again.prompt(text("one"))).toEqual({ stopReason: "end_turn" });
    expect(summarize(test.store.written(session.id))).toEqual([
      "agent_started",
      "restarted: resumed",
      "prompt",
      "one (1)",
      "stop",
    ]);
  });

  it("hears an agent that speaks by itself a while after it was loaded", async () => {
    const time = createFakeTime();
    const { clock, timers } = time;
    const program = inlineAgent((wire: InlineWire) => {
      wire.on("initialize", ({ answer }) => answer({ protocolVersion: 1, agentCapabilities: { loadSession: true } }));
      wire.on("session/load", ({ params, answer }) => {
        wire.say(params.sessionId, "history");
        answer({});
      });
      wire.on("session/set_mode", () => undefined);
      process.on("SIGUSR2", () => wire.say("session-1", "by the way"));
      process.on("SIGUSR1", () => undefined);
    });
    await using test = agents.create(program, { clock, timers, limits: { lateReplayMs: 1_000 } });
    const session = await test.agent.newSession({ cwd: CWD });
    await test.agent.restart();
    time.setClockBack(3_600_000);
    time.advance(1_001);
    const { pid } = test.agent.state as { pid: number };
    process.kill(pid, "SIGUSR2");
    await expect
      .poll(() => summarize(test.store.written(session.id)))
      .toEqual(["agent_started", "restarted: loaded", "by the way"]);
  });

  it("comes back with all the others, wherever they were", async () => {
    await using test = agents.create(agents.lying("history-after-load"), {
      limits: { restartDelaysMs: [0] },
    });
    const session = await test.agent.newSession({ cwd: CWD });
    await session.prompt(text("x"));
    await test.agent.restart();
    await session.prompt(text("y"));
    expect(summarize(test.store.written(session.id))).toEqual([
      "agent_started",
      "mode",
      "prompt",
      "again",
      "stop",
      "restarted: loaded",
      "prompt",
      "again",
      "stop",
    ]);
  });
});

describe("resuming a session of the store", () => {
  it("brings back its transcript, and goes on in its log", async () => {
    const store = createMemoryStore();
    const program = inlineAgent(keeper, { file: fresh(), can: "load" } as Keeping);
    const first = agents.create(program, { store });
    const session = await first.agent.newSession({ cwd: CWD });
    await session.prompt(text("one"));
    await first.agent.close();

    await using second = agents.create(program, { store });
    const again = await second.agent.resumeSession(session.id, {});
    expect(again).toMatchObject({ id: session.id, cwd: CWD, agentSessionId: session.agentSessionId });
    expect(again.transcript.snapshot().items.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["user_message", "agent_message", "stop", "agent_restarted"]),
    );
    await again.prompt(text("two"));
    expect(summarize(store.written(session.id)).filter((line) => !line.includes("_update"))).toEqual([
      "agent_started",
      "prompt",
      "one (1)",
      "stop",
      "restarted: loaded",
      "prompt",
      "two (2)",
      "stop",
    ]);
    expect(await second.agent.resumeSession(session.id, {})).toBe(again);
    await again.close();
    const [one, other] = await Promise.all([
      second.agent.resumeSession(session.id, {}),
      second.agent.resumeSession(session.id, {}),
    ]);
    expect(one).toBe(other);
  });

  it("fails for a session that is missing or open elsewhere", async () => {
    const store = createMemoryStore();
    await using one = agents.create(agents.scripted(), { store });
    await using other = agents.create(agents.scripted(), { store });
    await expect(one.agent.resumeSession("none", {})).rejects.toMatchObject({ code: "session_not_found" });
    const session = await one.agent.newSession({ cwd: CWD });
    await expect(other.agent.resumeSession(session.id, {})).rejects.toMatchObject({ code: "session_busy" });
  });

  it("lets go of the log if the agent cannot be started", async () => {
    const store = createMemoryStore();
    const first = agents.create(agents.scripted(), { store });
    const session = await first.agent.newSession({ cwd: CWD });
    await first.agent.close();
    await using test = agents.create(["--eval", "process.exit(1)"], { store });
    await expect(test.agent.resumeSession(session.id, {})).rejects.toMatchObject({ code: "agent_crashed" });
    expect(store.openIds.size).toBe(0);
  });
});

describe("importing a session of the agent's", () => {
  it("records its history", async () => {
    const file = fresh();
    const program = inlineAgent(keeper, { file, can: "load", replay: "both" } as Keeping);
    await using first = agents.create(program);
    const session = await first.agent.newSession({ cwd: CWD });
    for (const line of ["one", "two", "three"]) await session.prompt(text(line));

    await using second = agents.create(program);
    const imported = await second.agent.importSession("theirs", { cwd: CWD });
    await imported.prompt(text("four"));
    expect(summarize(second.store.written(imported.id)).filter((line) => !line.includes("_update"))).toEqual([
      "agent_started",
      "one",
      "two",
      "three",
      "prompt",
      "four (4)",
      "stop",
    ]);
    expect(await second.agent.importSession("theirs", { cwd: CWD })).toBe(imported);
    await imported.close();
    const again = await second.agent.importSession("theirs", { cwd: CWD });
    expect(again.id).toBe(imported.id);
  });

  it("is refused by an agent that cannot, and leaves nothing behind", async () => {
    await using cannot = agents.create(inlineAgent(() => undefined));
    await expect(cannot.agent.importSession("theirs", { cwd: CWD })).rejects.toMatchObject({
      code: "capability_missing",
    });
    const refuses = { code: -32_002, message: "Session not found" };
    await using test = agents.create(inlineAgent(keeper, { file: fresh(), can: "load", refuses } as Keeping));
    await expect(test.agent.importSession("theirs", { cwd: CWD })).rejects.toMatchObject({ code: -32_002 });
    expect(await test.store.list()).toEqual([]);
    expect(test.store.openIds.size).toBe(0);
  });
});
