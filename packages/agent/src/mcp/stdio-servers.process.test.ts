import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { callTool, prepareTool, textOf } from "./testing/call-tool.ts";
import { openFixtureProgram, type FixtureProgram } from "./testing/fixture-program.ts";
import { PIXEL } from "./testing/fixture-server.ts";
import { startServers, type StartedServers } from "./testing/start-servers.ts";

let fixture: FixtureProgram;
beforeAll(async () => {
  fixture = await openFixtureProgram();
});
afterEach(() => void vi.unstubAllEnvs());
afterAll(() => fixture[Symbol.asyncDispose]());

const LONG_MS = 20_000;
const never = new AbortController().signal;

async function serve(limits: Parameters<typeof startServers>[1]["limits"] = {}): Promise<StartedServers> {
  const started = startServers([fixture.server("serve")], { cwd: fixture.folder.path, limits });
  await started.servers.settled(LONG_MS, never);
  return started;
}

describe("the tools of a server", () => {
  it("are available once it has answered", async () => {
    await using started = startServers([fixture.server("serve")], { cwd: fixture.folder.path });
    expect(started.servers.tools).toEqual([]);
    expect(started.state("fix")).toBe("starting");
    await started.servers.settled(LONG_MS, never);
    const { tools } = started.servers;
    const echo = tools.find(({ name }) => name === "mcp__fix__echo");
    expect(echo).toMatchObject({ kind: "read", groups: ["mcp"], server: "fix", description: "Says the same again." });
    expect(echo?.inputSchema).toMatchObject({ type: "object", properties: { text: { type: "string" } } });
    expect(tools.find(({ name }) => name === "mcp__fix__files_remove")?.kind).toBe("delete");
    expect(tools.find(({ name }) => name === "mcp__fix__fail")).toMatchObject({
      kind: "other",
      inputSchema: { type: "object", properties: {} },
    });
    expect(started.servers.status).toEqual([
      { name: "fix", state: "ready", tools: tools.length, message: undefined, instructions: "Use it with care." },
    ]);
    expect(started.notices).toEqual([]);
    expect(started.changes()).toBe(1);
  });

  it("are judged as calls of their server, by the names that it has for them", async () => {
    await using started = await serve();
    const prepared = await prepareTool(started.servers, "mcp__fix__files_remove");
    expect(prepared.title).toBe("files.remove (fix)");
    const facts = { server: "fix", name: "files.remove", kind: "delete" };
    expect(prepared.subjects).toEqual([{ request: { kind: "mcp", server: "fix", name: "files.remove" }, facts }]);
    expect(prepared.content).toEqual([]);
    const echo = await prepareTool(started.servers, "mcp__fix__echo", { text: "hi" });
    expect(echo.title).toBe("Echo (fix)");
    expect(echo.content).toEqual([
      { type: "content", content: { type: "text", text: '```json\n{\n  "text": "hi"\n}\n```' } },
    ]);
  });

  it("return the server's result", async () => {
    await using started = await serve();
    expect(textOf(await callTool(started.servers, "mcp__fix__echo", { text: "hello" }))).toBe("hello");
    expect(textOf(await callTool(started.servers, "mcp__fix__files_remove", null))).toBe("removed");
    expect(textOf(await callTool(started.servers, "mcp__fix__structured"))).toBe('{\n  "sum": 3\n}');
    const failed = await callTool(started.servers, "mcp__fix__fail");
    expect([failed.isError, textOf(failed)]).toEqual([true, "it went wrong"]);
    const wrong = await callTool(started.servers, "mcp__fix__echo", { text: 3 });
    expect([wrong.isError, textOf(wrong)]).toEqual([true, expect.stringMatching(/expected string/)]);
  });

  it("give pictures, sound and resources, to a model what it can read and to a person all of it", async () => {
    await using started = await serve();
    const outcome = await callTool(started.servers, "mcp__fix__media");
    expect(outcome.parts[1]).toEqual({ type: "image", mimeType: "image/png", data: PIXEL });
    expect(textOf(outcome).split("\n")).toEqual([
      "all sorts",
      "<image/png>",
      "[audio/wav, 3 bytes: not readable as text]",
      "[Resource one: memo://one] the first",
      '<resource uri="memo://two">',
      "embedded text",
      "</resource>",
      "[application/zip (memo://three), 3 bytes: not readable as text]",
    ]);
    const kinds = outcome.content?.map((item) =>
      item.type === "content" ? (item.content as { type: string }).type : item,
    );
    expect(kinds).toEqual(["text", "image", "audio", "resource_link", "text", "resource"]);
  });

  it("are cut where they flood", async () => {
    await using started = await serve({ resultCharsMax: 1_000, resultImagesMax: 2 });
    const flood = textOf(await callTool(started.servers, "mcp__fix__flood"));
    expect(flood.length).toBeLessThan(1_200);
    expect(flood).toMatch(/\[5999000 more characters omitted/);
    const images = await callTool(started.servers, "mcp__fix__images");
    expect(images.parts.filter(({ type }) => type === "image")).toHaveLength(2);
  });

  it("fail at once where an answer is larger than is read, and the server goes on", async () => {
    await using started = await serve({ messageBytesMax: 100_000 });
    const outcome = await callTool(started.servers, "mcp__fix__flood");
    expect([outcome.isError, textOf(outcome)]).toEqual([
      true,
      expect.stringMatching(/more than the maximum of 100000/),
    ]);
    expect(textOf(await callTool(started.servers, "mcp__fix__echo", { text: "still here" }))).toBe("still here");
  });

  it("show how they are going, and may take longer than the limit while they do", async () => {
    await using started = await serve({ callMs: 3_000, progressMs: 1 });
    const shown: unknown[] = [];
    const onShow = (progress: unknown): unknown => shown.push(progress);
    const outcome = await callTool(started.servers, "mcp__fix__slow", { steps: 8, everyMs: 500 }, { onShow });
    expect(textOf(outcome)).toBe("done");
    const first = { type: "content", content: { type: "text", text: "1 of 8: step 1" } };
    expect(shown[0]).toEqual({ content: [first] });
    expect(shown.length).toBeGreaterThanOrEqual(5);
  });

  it("time out when they hang, and the server is notified", async () => {
    const file = fixture.folder.file("hang");
    await using started = await serve({ callMs: 300 });
    const outcome = await callTool(started.servers, "mcp__fix__hang", { file });
    expect([outcome.isError, textOf(outcome)]).toEqual([true, expect.stringMatching(/did not respond in time/)]);
    await expect.poll(() => readFile(file, "utf8")).toBe("called\ncancelled\n");
  });

  it("are cancelled at once, and the server is notified", async () => {
    const file = fixture.folder.file("cancel");
    await using started = await serve();
    const stop = new AbortController();
    const calling = callTool(started.servers, "mcp__fix__hang", { file }, { signal: stop.signal });
    await expect.poll(() => readFile(file, "utf8")).toBe("called\n");
    stop.abort();
    expect(textOf(await calling)).toBe("Cancelled.");
    await expect.poll(() => readFile(file, "utf8")).toBe("called\ncancelled\n");
  });
});

describe("what a server gets from us", () => {
  it("is the environment it was given, without our secrets", async () => {
    vi.stubEnv("PARLEY_TEST_TOKEN", "ours");
    vi.stubEnv("SOME_PROVIDER_API_KEY", "ours too");
    const server = fixture.server("serve", { env: { GIVEN_API_KEY: "meant" } });
    await using started = startServers([server], { cwd: fixture.folder.path });
    await started.servers.settled(LONG_MS, never);
    const seen = JSON.parse(textOf(await callTool(started.servers, "mcp__fix__variables"))) as Record<string, string>;
    expect(seen).toMatchObject({ GIVEN_API_KEY: "meant", PATH: process.env["PATH"] });
    expect(seen).not.toHaveProperty("PARLEY_TEST_TOKEN");
    expect(seen).not.toHaveProperty("SOME_PROVIDER_API_KEY");
  });

  it("is the list of the session's folders, and a polite no to what we do not offer", async () => {
    const roots = [fixture.folder.path, "/other folder"];
    await using started = startServers([fixture.server("serve")], { cwd: fixture.folder.path, roots });
    await started.servers.settled(LONG_MS, never);
    const told = JSON.parse(textOf(await callTool(started.servers, "mcp__fix__roots"))) as unknown;
    expect(told).toEqual({ roots: roots.map((root) => ({ uri: pathToFileURL(root).href })) });
    expect(textOf(await callTool(started.servers, "mcp__fix__elicit"))).toMatch(/decline|not support/);
    expect(textOf(await callTool(started.servers, "mcp__fix__sample"))).toMatch(/refused/);
  });
});

it("speaks to a server that knows only the newest version", async () => {
  await using started = startServers([fixture.server("modern")], { cwd: fixture.folder.path });
  await started.servers.settled(LONG_MS, never);
  expect(started.notices).toEqual([]);
  expect(textOf(await callTool(started.servers, "mcp__fix__echo", { text: "new" }))).toBe("new");
  await callTool(started.servers, "mcp__fix__grow");
  await started.until(({ tools }) => tools.some(({ name }) => name === "mcp__fix__grown"));
});

it("is not put off by noise on stdout and stderr", async () => {
  const logged: string[] = [];
  const log = { write: (_: unknown, message: string) => logged.push(message) };
  await using started = startServers([fixture.server("serve")], { cwd: fixture.folder.path, log });
  await started.servers.settled(LONG_MS, never);
  expect(textOf(await callTool(started.servers, "mcp__fix__noise"))).toBe("noisy");
  expect(textOf(await callTool(started.servers, "mcp__fix__noise"))).toBe("noisy");
  expect(logged.filter((line) => line.includes("stdout"))).toHaveLength(1);
});
