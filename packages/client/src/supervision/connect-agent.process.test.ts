import { describe, expect, it } from "vitest";
import { text } from "../testing/events.ts";
import { inlineAgent } from "../testing/inline-agent.ts";
import { launchNode } from "../testing/test-agent.ts";
import { useAgents } from "../testing/use-agents.ts";

const agents = useAgents();
const CWD = process.cwd();

describe("starting", () => {
  it("goes from stopped to running and back", async () => {
    await using test = agents.create(agents.scripted());
    const { agent } = test;
    expect(agent.state).toEqual({ state: "stopped" });
    const info = await agent.start();
    expect(info.agentInfo?.name).toBe("parley-script");
    expect(agent.state).toMatchObject({ state: "running", launch: { title: "Test agent" }, info });
    expect(await agents.marker.find()).toEqual([(agent.state as { pid: number }).pid]);
    await agent.stop();
    expect(await agents.marker.find()).toEqual([]);
    expect(test.states.map(({ state }) => state)).toEqual(["starting", "running", "stopped"]);
  });

  it("happens once, however many ask for it", async () => {
    await using test = agents.create(agents.scripted());
    const [one, other] = await Promise.all([
      test.agent.start(),
      test.agent.start(),
      test.agent.newSession({ cwd: CWD }),
    ]);
    expect(one).toBe(other);
    expect(await agents.marker.find()).toHaveLength(1);
  });

  it("announces what the features can do, and what sessions take without any", async () => {
    const program = inlineAgent((wire) => {
      wire.on("initialize", ({ params, answer }) => answer({ protocolVersion: 1, _meta: { asked: params } }));
    });
    const features = [
      { name: "one", capabilities: { fs: { readTextFile: true, writeTextFile: false } } },
      { name: "two", capabilities: { fs: { writeTextFile: true }, terminal: true } },
      { name: "three", capabilities: { terminal: false, elicitation: { form: {} } } },
    ].map((feature) => ({ ...feature, open: () => Promise.reject(new Error("not needed")) }));
    await using test = agents.create(program, { features });
    const { _meta: meta } = await test.agent.start();
    expect(meta?.["asked"]).toEqual({
      protocolVersion: 1,
      clientInfo: { name: "parley-test", version: "0.0.0" },
      clientCapabilities: {
        fs: { readTextFile: true, writeTextFile: true },
        terminal: true,
        elicitation: { form: {} },
        session: { compaction: {}, configOptions: { boolean: {} }, notices: {} },
        auth: { terminal: true },
        _meta: { "terminal-auth": true },
      },
    });
  });

  it.each([
    ["there is no such program", "/no/such/program", "agent_not_found", 'Program "/no/such/program" not found'],
    ["it is a folder", CWD, "agent_spawn_failed", "is a folder"],
  ])("fails when %s", async (_why, command, code, message) => {
    await using test = agents.create([], { find: async () => ({ ...launchNode([]), command }) });
    await expect(test.agent.start()).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message) as string,
    });
    expect(test.agent.state).toMatchObject({ state: "error", error: { code } });
    expect(test.agent.state).not.toHaveProperty("retryAtMs");
  });

  it("is tried once for a session, and fails with the same words", async () => {
    await using test = agents.create([], { find: async () => ({ ...launchNode([]), command: "/no/such/program" }) });
    await expect(test.agent.newSession({ cwd: CWD })).rejects.toMatchObject({ code: "agent_not_found" });
    expect(test.states.map(({ state }) => state)).toEqual(["starting", "error"]);
    await expect(test.agent.resumeSession("none", {})).rejects.toMatchObject({ code: "session_not_found" });
    await expect(test.agent.listSessions()).rejects.toMatchObject({ code: "agent_not_found" });
  });

  it("fails with the words of the one who looks for the agent", async () => {
    await using test = agents.create([], { find: () => Promise.reject(new Error("no such agent")) });
    await expect(test.agent.start()).rejects.toMatchObject({
      code: "agent_spawn_failed",
      message: "The agent could not be started: no such agent",
    });
  });

  it("fails with the status and the last words of a program that ends at once", async () => {
    const program = ["--eval", 'console.error("no key was given"); process.exitCode = 4'];
    await using test = agents.create(program);
    await expect(test.agent.start()).rejects.toMatchObject({
      code: "agent_crashed",
      message: "Test agent exited with code 4. Error output:\nno key was given",
    });
    expect(test.agent.state).toMatchObject({ state: "error", stderr: "no key was given\n" });
    expect(test.agent.stderr).toBe("no key was given\n");
  });

  it("shows what a program printed that was no message", async () => {
    const program = ["--eval", 'console.log("usage: thing [--acp]"); process.exitCode = 2'];
    await using test = agents.create(program);
    await expect(test.agent.start()).rejects.toMatchObject({
      code: "agent_crashed",
      message:
        'Test agent exited with code 2; it printed something that is not an ACP message: "usage: thing [--acp]". No error output.',
    });
  });

  it("gives up on a program that does not answer, and ends it", async () => {
    await using test = agents.create(agents.lying("never-answers-initialize"), {
      limits: { initializeMs: 300 },
    });
    await expect(test.agent.start()).rejects.toMatchObject({
      code: "request_timeout",
      message: "Test agent did not answer initialize within 300 ms. No error output.",
      remedy: { label: expect.stringContaining("speaks the Agent Client Protocol") as string },
    });
    await test.agent.stop();
    expect(await agents.marker.find()).toEqual([]);
  });

  it("can be stopped midway, and those waiting get an error", async () => {
    await using test = agents.create(agents.lying("never-answers-initialize"));
    const started = test.agent.start().catch((error: unknown) => error);
    await expect.poll(() => agents.marker.find()).toHaveLength(1);
    await test.agent.stop();
    expect(await started).toMatchObject({ code: "connection_closed" });
    expect(test.agent.state).toEqual({ state: "stopped" });
    expect(await agents.marker.find()).toEqual([]);
  });

  it("can be stopped while the agent is being looked for", async () => {
    await using test = agents.create([], { find: () => new Promise(() => undefined) });
    const started = test.agent.start().catch((error: unknown) => error);
    await test.agent.stop();
    expect(await started).toMatchObject({ code: "connection_closed" });
  });

  it("is refused once the agent is closed", async () => {
    const test = agents.create(agents.scripted());
    await test.agent.close();
    await expect(test.agent.start()).rejects.toMatchObject({
      code: "connection_closed",
      message: "test was closed here",
    });
    await expect(test.agent.newSession({ cwd: CWD })).rejects.toMatchObject({ code: "connection_closed" });
  });
});

describe("the version of the protocol", () => {
  const answering = (answer: object) =>
    inlineAgent((wire, given: object) => wire.on("initialize", (call) => call.answer(given)), answer);

  it("counts by its shape: an agent that only repeats a number is served", async () => {
    await using test = agents.create(agents.lying("echoes-version-2"));
    await test.agent.start();
    expect(test.problems).toEqual([{ kind: "version_echo", version: 2 }]);
    const session = await test.agent.newSession({ cwd: CWD });
    expect(await session.prompt(text("hello"))).toEqual({ stopReason: "end_turn" });
  });

  it.each([
    ["version 2 in truth", { protocolVersion: 2, info: { name: "x", version: "1" }, capabilities: {} }, "version 2"],
    ["version 2 without a word more", { protocolVersion: 2 }, "version 2"],
    ["version 0", { protocolVersion: 0, agentCapabilities: {} }, "version 0"],
  ])("is refused when it is %s", async (_what, answer, words) => {
    await using test = agents.create(answering(answer));
    await expect(test.agent.start()).rejects.toMatchObject({
      code: "agent_version",
      message: `Test agent speaks ${words} of the Agent Client Protocol; this client speaks version 1`,
    });
  });

  it.each([
    ["no version", {}, "protocolVersion"],
    ["a version that is no number", { protocolVersion: { major: 1 } }, "protocolVersion"],
    ["a text", "hello", "object"],
  ])("is told when the answer has %s", async (_what, answer, words) => {
    await using test = agents.create(answering(answer as object));
    await expect(test.agent.start()).rejects.toMatchObject({
      code: "invalid_message",
      message: expect.stringMatching(
        new RegExp(`^Test agent answered initialize with something that is not.*${words}`),
      ) as string,
    });
  });

  it("is not asked of a program that does not know initialize", async () => {
    const program = inlineAgent((wire) => wire.on("initialize", ({ refuse }) => refuse(-32_601, "Method not found")));
    await using test = agents.create(program);
    await expect(test.agent.start()).rejects.toMatchObject({
      code: "agent_version",
      message: "Test agent did not start: Method not found (-32601)",
    });
  });
});
