import { createTempFolder, EVERY_CAPABILITY } from "@parley/test-support";
import { resultsOf } from "@parley/test-support/stub-model";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeHook } from "../hooks/testing/write-hook.ts";
import { openFixtureProgram, type FixtureProgram } from "../mcp/testing/fixture-program.ts";
import { loadModes } from "../modes/load-modes.ts";
import { MCP_BUDGET_MS } from "../limits.ts";
import { callsOf, openStubbed, type OpenStubbedOptions, type StubbedAgent } from "../testing/open-stubbed.ts";

let fixture: FixtureProgram;
beforeAll(async () => {
  fixture = await openFixtureProgram();
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** With `config.json` in its home before anything is opened. */
async function openWith(
  config: (opened: StubbedAgent) => unknown,
  options: OpenStubbedOptions = { settings: { approval: "bypass" } },
): Promise<StubbedAgent> {
  const opened = await openStubbed({ capabilities: { session: { notices: {} } }, ...options });
  mkdirSync(opened.parleyHome, { recursive: true });
  const value = await config(opened);
  writeFileSync(join(opened.parleyHome, "config.json"), typeof value === "string" ? value : JSON.stringify(value));
  return opened;
}

const noticesOf = ({ updates }: StubbedAgent): string[] =>
  updates.flatMap((update) => (update.sessionUpdate === "notice" ? [update.title ?? ""] : []));

describe("MCP servers of config.json", () => {
  const toConfig = (behaviour: string) => {
    const server = fixture.server(behaviour, { name: "fix" });
    if (!("command" in server)) throw new Error("It is a program");
    const { command, args, env } = server;
    return {
      mcpServers: { fix: { command, args, env: Object.fromEntries(env.map(({ name, value }) => [name, value])) } },
    };
  };

  it("have their tools and commands in the session", async () => {
    await using opened = await openWith(() => toConfig("serve"));
    const sessionId = await opened.newSession();
    await opened.play(sessionId, 'mcp echo {"text": "from afar"}', "echo result");
    expect(resultsOf(opened.last())).toMatchObject([{ text: expect.stringContaining("from afar") as string }]);
    await expect
      .poll(() => JSON.stringify(opened.updates), { timeout: 20_000 })
      .toMatch(/available_commands_update.*greet/);
  });

  it("are outvoted by one of the client's with the same name", async () => {
    await using opened = await openWith(() => toConfig("exit"));
    const server = fixture.server("serve", { name: "fix" });
    if (!("command" in server)) throw new Error("It is a program");
    const { sessionId } = await opened.agent.request("session/new", { cwd: opened.cwd, mcpServers: [server] });
    await opened.play(sessionId, 'mcp echo {"text": "here"}', "echo result");
    expect(resultsOf(opened.last())[0]?.text).toContain("here");
  });

  it("that are invalid are reported, and the others are used", async () => {
    await using opened = await openWith(() => ({
      mcpServers: { odd: { color: "red" }, ...toConfig("serve").mcpServers },
    }));
    const sessionId = await opened.newSession();
    await opened.play(sessionId, 'mcp echo {"text": "still"}', "echo result");
    expect(noticesOf(opened)).toContainEqual(expect.stringMatching(/mcpServers\.odd: expected "command" or "url"/));
    expect(resultsOf(opened.last())[0]?.text).toContain("still");
  });

  it("that hang are awaited once, and a turn continues without them", async () => {
    await using opened = await openWith(() => toConfig("hang"));
    const sessionId = await opened.newSession();
    // If every step waited, it would take longer than this test may.
    const steps = 60_000 / MCP_BUDGET_MS + 1;
    await opened.play(
      sessionId,
      ...Array.from({ length: steps }, (_, step) => [`run echo ${step}`, "then"]).flat(),
      "say done",
    );
    expect(opened.asked()).toHaveLength(steps + 1);
  }, 60_000);

  it("that flood are cut, and that hang in a call are cancelled with the turn", async () => {
    await using opened = await openWith(() => toConfig("serve"));
    const sessionId = await opened.newSession();
    await opened.play(sessionId, "mcp flood", "then", "mcp noise", "say done");
    const [flood, noise] = resultsOf(opened.last());
    expect(flood?.text.length).toBeLessThan(1_000_000);
    expect(noise?.text).toContain("noisy");
    const file = join(opened.cwd, "called.txt");
    const turn = opened.play(sessionId, `mcp hang ${JSON.stringify({ file })}`, "say never");
    await expect.poll(() => existsSync(file)).toBe(true);
    opened.agent.notify("session/cancel", { sessionId });
    expect((await turn).stopReason).toBe("cancelled");
    await expect.poll(() => readFileSync(file, "utf8")).toContain("cancelled");
  }, 60_000);
});

describe("models of config.json", () => {
  const usageOf = ({ updates }: StubbedAgent): unknown[] =>
    updates.filter(({ sessionUpdate }) => sessionUpdate === "usage_update");

  it("have the window and the price that the user says", async () => {
    const models = { "openai-compatible/stub-model": { contextTokens: 77_777, price: { input: 1e6, output: 0 } } };
    await using opened = await openWith(() => ({ models }));
    await opened.play(await opened.newSession(), "say hi");
    expect(usageOf(opened).at(-1)).toMatchObject({ size: 77_777, cost: { currency: "USD" } });
  });

  it("that are invalid are reported, and our own values are used", async () => {
    await using opened = await openWith(() => ({ models: { "openai-compatible/stub-model": { window: 5 } } }));
    await opened.play(await opened.newSession(), "say hi");
    expect(noticesOf(opened)).toContainEqual(expect.stringMatching(/stub-model"\]\.window is 5; expected only name/));
    expect(usageOf(opened).at(-1)).toMatchObject({ size: 128_000 });
  });
});

describe("hooks of config.json", () => {
  const hooks = async ({ folder }: StubbedAgent, body: string, more: Record<string, unknown> = {}) => {
    const { event, command, args } = await writeHook(folder, "hook", body);
    return { hooks: [{ event, command, args, ...more }] };
  };

  it("deny, and the model reads why", async () => {
    await using opened = await openWith((agent) =>
      hooks(agent, 'answer({ decision: "deny", reason: "not on Sundays" })'),
    );
    const sessionId = await opened.newSession();
    const { updates } = await opened.play(sessionId, "write a.txt hello", "echo result");
    expect(existsSync(join(opened.cwd, "a.txt"))).toBe(false);
    expect(callsOf(updates)).toMatchObject([{ status: "failed" }]);
    expect(resultsOf(opened.last())[0]?.text).toContain("not on Sundays");
  });

  it("rewrite a call, which is then the one that is approved and reported", async () => {
    const settings = { approval: "supervised" } as const;
    await using opened = await openWith(
      (agent) => hooks(agent, "answer({ input: { ...call.input, content: 'from the hook' } })", { tools: ["write"] }),
      { settings },
    );
    const sessionId = await opened.newSession();
    await opened.play(sessionId, 'call write {"path": "a.txt", "content": "from the model"}', "echo result");
    expect(JSON.stringify(opened.client.calls.items)).toContain("from the hook");
    expect(readFileSync(join(opened.cwd, "a.txt"), "utf8")).toBe("from the hook");
    expect(resultsOf(opened.last())[0]?.text).toContain("from the hook");
  });

  it("that cannot be read are reported, and every call needs approval", async () => {
    await using opened = await openWith(() => "{ broken");
    const sessionId = await opened.newSession();
    await opened.play(sessionId, "run echo hi", "say done");
    expect(noticesOf(opened)).toContainEqual(expect.stringContaining("is not JSON"));
    expect(opened.client.calls.items).toMatchObject([{ method: "session/request_permission" }]);
  });

  it("of an untrusted folder do not run, and the user is notified", async () => {
    await using opened = await openWith(() => ({}), {
      capabilities: EVERY_CAPABILITY,
      settings: { approval: "bypass" },
    });
    mkdirSync(join(opened.cwd, ".parley"));
    const evil = { event: "before_tool", command: `touch ${join(opened.cwd, "pwned")}` };
    writeFileSync(join(opened.cwd, ".parley", "config.json"), JSON.stringify({ hooks: [evil] }));
    const sessionId = await opened.newSession();
    await opened.play(sessionId, "run echo hi", "say done");
    expect(existsSync(join(opened.cwd, "pwned"))).toBe(false);
    expect(noticesOf(opened)).toContainEqual(expect.stringContaining("not trusted"));
  });
});

describe("project memory", () => {
  it("reaches the model, and the user sees which files were used", async () => {
    await using opened = await openStubbed({ capabilities: { session: { notices: {} } } });
    writeFileSync(join(opened.cwd, "AGENTS.md"), "Always use tabs.");
    writeFileSync(join(opened.cwd, "CLAUDE.md"), "@more.md");
    writeFileSync(join(opened.cwd, "more.md"), "Never use semicolons.");
    const sessionId = await opened.newSession();
    await opened.play(sessionId, "say hi");
    expect(opened.last().system).toContain("Always use tabs.");
    expect(opened.last().system).toContain("Never use semicolons.");
    expect(noticesOf(opened)).toContainEqual(expect.stringContaining("AGENTS.md"));
  });

  it("includes saved notes from the next step on", async () => {
    await using opened = await openStubbed({ settings: { approval: "bypass" } });
    const sessionId = await opened.newSession();
    const note = { title: "Colour", text: "The owner likes teal.", scope: "project" };
    await opened.play(sessionId, `call remember ${JSON.stringify(note)}`, "say kept");
    expect(opened.last().system).toContain("The owner likes teal.");
  });
});

describe.skipIf(process.platform === "win32")("a mode file", () => {
  it("is never waited for when it is a pipe", async () => {
    await using folder = await createTempFolder();
    mkdirSync(folder.file("modes"));
    const pipe = folder.file("modes", "pipe.md");
    execFileSync("mkfifo", [pipe]);
    const { problems } = await loadModes({ cwd: folder.file("work"), parleyHome: folder.path, isTrusted: true });
    expect(problems).toMatchObject([{ code: "bad_config", message: expect.stringContaining(pipe) as string }]);
  });
});
