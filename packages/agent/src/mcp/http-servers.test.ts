import type { McpServer } from "@parley/acp";
import { createTempFolder, type TempFolder } from "@parley/test-support";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callTool, textOf } from "./testing/call-tool.ts";
import { newest, olderKind, startHttpServer, streamable, type Handler } from "./testing/http-server.ts";
import { startServers } from "./testing/start-servers.ts";

let folder: TempFolder;
beforeAll(async () => {
  folder = await createTempFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

const LONG_MS = 20_000;
const never = new AbortController().signal;

type Kind = "http" | "sse";
const KINDS: readonly (readonly [Kind, () => Handler])[] = [
  ["http", streamable],
  ["sse", olderKind],
];

function at(type: Kind, url: string, headers: Readonly<Record<string, string>> = {}): McpServer {
  return { type, name: "web", url, headers: Object.entries(headers).map(([name, value]) => ({ name, value })) };
}

/** Lets in who has the key. */
function guarded(createHandler: () => Handler): () => Handler {
  return () => {
    const handler = createHandler();
    return (request, response) => {
      if (request.headers["x-key"] === "letmein-letmein") return handler(request, response);
      return response.writeHead(401, { "www-authenticate": "Bearer" }).end(`no: ${String(request.headers["x-key"])}`);
    };
  };
}

describe.each(KINDS)("a server over %s", (type, createHandler) => {
  it("is used like any other", async () => {
    await using http = await startHttpServer(createHandler);
    await using started = startServers([at(type, http.url)], { cwd: folder.path });
    await started.servers.settled(LONG_MS, never);
    expect(started.notices).toEqual([]);
    expect(textOf(await callTool(started.servers, "mcp__web__echo", { text: "hello" }))).toBe("hello");
    expect(started.servers.commands.map(({ name }) => name)).toEqual(["web:greet", "web:resource"]);
    const shown: unknown[] = [];
    const onShow = (progress: unknown): unknown => shown.push(progress);
    await callTool(started.servers, "mcp__web__slow", { steps: 2, everyMs: 150 }, { onShow });
    expect(shown.length).toBeGreaterThanOrEqual(1);
  });

  it("gets the headers it wants, and without them says what to do", async () => {
    await using http = await startHttpServer(guarded(createHandler));
    const right = at(type, http.url, { "X-Key": "letmein-letmein" });
    const wrong = { ...at(type, http.url, { "X-Key": "not-the-key" }), name: "wrong" } as McpServer;
    await using started = startServers([right, wrong], { cwd: folder.path });
    await started.servers.settled(LONG_MS, never);
    expect(started.state("web")).toBe("ready");
    expect(started.notices).toEqual([
      'warning: MCP server "wrong" is not available. It requires authentication (HTTP 401). Set a valid Authorization header in its settings.',
    ]);
    expect(JSON.stringify(started.servers.status)).not.toMatch(/letmein|not-the-key/);
  });

  it("tells of changes", async () => {
    await using http = await startHttpServer(createHandler);
    await using started = startServers([at(type, http.url)], { cwd: folder.path });
    await started.servers.settled(LONG_MS, never);
    // The stream that brings the news is opened behind the answer.
    await expect.poll(() => http.requests).toContain("GET");
    await callTool(started.servers, "mcp__web__grow");
    await started.until(({ tools }) => tools.some(({ name }) => name === "mcp__web__grown"));
  });

  it("is notified when a call is cancelled", async () => {
    const file = folder.file(`cancel-${type}`);
    await using http = await startHttpServer(createHandler);
    await using started = startServers([at(type, http.url)], { cwd: folder.path });
    await started.servers.settled(LONG_MS, never);
    const stop = new AbortController();
    const calling = callTool(started.servers, "mcp__web__hang", { file }, { signal: stop.signal });
    await expect.poll(() => readFile(file, "utf8")).toBe("called\n");
    stop.abort();
    expect(textOf(await calling)).toBe("Cancelled.");
    await expect.poll(() => readFile(file, "utf8")).toBe("called\ncancelled\n");
  });

  it("that goes away during a call is a failed call, a notice, and comes back", async () => {
    const file = folder.file(`gone-${type}`);
    await using http = await startHttpServer(createHandler);
    const limits = { reconnectDelayMs: 300, reconnectDelayMsMax: 300, reconnectAttemptsMax: 50 };
    await using started = startServers([at(type, http.url)], { cwd: folder.path, limits });
    await started.servers.settled(LONG_MS, never);
    const calling = callTool(started.servers, "mcp__web__hang", { file });
    await expect.poll(() => readFile(file, "utf8")).toBe("called\n");
    await http.stop();
    const outcome = await calling;
    expect([outcome.isError, textOf(outcome)]).toEqual([true, expect.stringMatching(/^The MCP server "web" failed/)]);
    await started.until(() => started.state("web") === "reconnecting");
    expect(started.servers.tools).toEqual([]);
    await http.start();
    await started.until(() => started.state("web") === "ready");
    expect(textOf(await callTool(started.servers, "mcp__web__echo", { text: "again" }))).toBe("again");
    expect(started.notices).toEqual([
      expect.stringMatching(/^warning: MCP server "web" disconnected\. /),
      expect.stringMatching(/^info: MCP server "web" is back/),
    ]);
  });

  it("that is not up yet is waited for a while", async () => {
    await using http = await startHttpServer(createHandler);
    await http.stop();
    const limits = { reconnectDelayMs: 50, reconnectDelayMsMax: 50, reconnectAttemptsMax: 100 };
    await using started = startServers([at(type, http.url)], { cwd: folder.path, limits });
    await started.servers.settled(LONG_MS, never);
    expect(started.state("web")).toBe("reconnecting");
    expect(started.notices).toEqual([expect.stringMatching(/is unreachable \(ECONNREFUSED\)/)]);
    await http.start();
    await started.until(() => started.state("web") === "ready");
    expect(started.notices.at(-1)).toMatch(/^info: MCP server "web" is available now, with \d+ tools/);
  });

  it.each([
    ["says that there is nothing", 404, "failed"],
    ["is out of order", 503, "reconnecting"],
  ])("that %s is told", async (_, status, state) => {
    await using http = await startHttpServer(() => (__, response) => response.writeHead(status).end("no"));
    const limits = { reconnectDelayMs: 60_000, reconnectDelayMsMax: 60_000 };
    await using started = startServers([at(type, http.url)], { cwd: folder.path, limits });
    await started.servers.settled(LONG_MS, never);
    expect(started.state("web")).toBe(state);
    expect(started.notices).toEqual([expect.stringContaining(`It responded with HTTP ${status}`)]);
  });

  it("that never responds times out", async () => {
    await using http = await startHttpServer(() => () => undefined);
    await using started = startServers([at(type, http.url)], { cwd: folder.path, limits: { startMs: 300 } });
    await started.servers.settled(LONG_MS, never);
    expect(started.notices).toEqual([expect.stringMatching(/did not respond/)]);
  });

  it("that answers without end is cut off", async () => {
    await using http = await startHttpServer(() => (_, response) => {
      response.writeHead(200, { "content-type": type === "sse" ? "text/event-stream" : "application/json" });
      const pour = (): void => {
        while (!response.destroyed && response.write("x".repeat(10_000)));
      };
      response.on("drain", pour);
      pour();
    });
    const limits = { messageBytesMax: 100_000, startMs: 5_000 };
    await using started = startServers([at(type, http.url)], { cwd: folder.path, limits });
    await started.servers.settled(LONG_MS, never);
    expect(started.notices).toHaveLength(1);
    expect(started.servers.tools).toEqual([]);
  });

  it.each(["no address", "file:///etc/passwd"])("is refused with the address %j", async (url) => {
    await using started = startServers([at(type, url)], { cwd: folder.path });
    await started.servers.settled(LONG_MS, never);
    expect(started.notices).toEqual([expect.stringContaining("Use a URL that starts with http")]);
  });
});

it.each(KINDS)(
  "a call over %s whose connection is cut fails at once, though the server is still there",
  async (type, create) => {
    const file = folder.file(`cut-${type}`);
    await using http = await startHttpServer(create);
    await using started = startServers([at(type, http.url)], { cwd: folder.path });
    await started.servers.settled(LONG_MS, never);
    const calling = callTool(started.servers, "mcp__web__hang", { file });
    await expect.poll(() => readFile(file, "utf8")).toBe("called\n");
    http.cut();
    expect((await calling).isError).toBe(true);
    await started.until(() => started.state("web") === "ready");
    expect(textOf(await callTool(started.servers, "mcp__web__echo", { text: "still there" }))).toBe("still there");
  },
);

it("is found out to be another one than before, and asked anew", async () => {
  await using http = await startHttpServer(streamable);
  await using started = startServers([at("http", http.url)], { cwd: folder.path });
  await started.servers.settled(LONG_MS, never);
  await expect.poll(() => http.requests).toContain("GET");
  await http.stop();
  await http.start();
  await expect.poll(() => started.notices).toContainEqual(expect.stringContaining("is back"));
  expect(textOf(await callTool(started.servers, "mcp__web__echo", { text: "anew" }))).toBe("anew");
});

it.each(KINDS)("is given up over %s when its credentials are no longer accepted", async (type, create) => {
  let isOpen = true;
  await using http = await startHttpServer(() => {
    const handler = create();
    return (request, response) => (isOpen ? handler(request, response) : response.writeHead(401).end());
  });
  await using started = startServers([at(type, http.url)], { cwd: folder.path });
  await started.servers.settled(LONG_MS, never);
  isOpen = false;
  const outcome = await callTool(started.servers, "mcp__web__echo", { text: "x" });
  expect([outcome.isError, textOf(outcome)]).toEqual([true, expect.stringMatching(/HTTP 401/)]);
  await started.until(() => started.state("web") === "failed");
  await expect.poll(() => started.notices).toEqual([expect.stringMatching(/HTTP 401.*valid Authorization header/)]);
});

it("speaks to one that knows only the newest version", async () => {
  await using http = await startHttpServer(newest);
  await using started = startServers([at("http", http.url)], { cwd: folder.path });
  await started.servers.settled(LONG_MS, never);
  expect(started.notices).toEqual([]);
  expect(textOf(await callTool(started.servers, "mcp__web__echo", { text: "new" }))).toBe("new");
});

it("is not pinged while it responds", async () => {
  await using http = await startHttpServer(streamable);
  await using started = startServers([at("http", http.url)], { cwd: folder.path });
  await started.servers.settled(LONG_MS, never);
  for (let times = 0; times < 5; times += 1) await callTool(started.servers, "mcp__web__echo", { text: "x" });
  // One to begin with and one to confirm it, four lists, five calls.
  expect(http.requests.filter((method) => method === "POST")).toHaveLength(11);
});

it.each(KINDS)(
  "that reports over %s changes that did not happen is read at intervals, without a notification",
  async (type, create) => {
    await using http = await startHttpServer(create);
    await using started = startServers([at(type, http.url)], { cwd: folder.path });
    await started.servers.settled(LONG_MS, never);
    await expect.poll(() => http.requests).toContain("GET");
    const before = http.requests.length;
    for (let times = 0; times < 3; times += 1) await callTool(started.servers, "mcp__web__spam");
    // Three calls, and four lists each time that it is asked again.
    await expect.poll(() => http.requests.length).toBeGreaterThanOrEqual(before + 3 + 4);
    expect(http.requests.length).toBeLessThan(before + 3 + 4 * 6);
    expect(started.changes()).toBe(1);
  },
);

it("takes its headers nowhere else", async () => {
  const seen: unknown[] = [];
  await using other = await startHttpServer(() => (request, response) => {
    seen.push(request.headers["x-key"]);
    response.writeHead(500).end();
  });
  await using http = await startHttpServer(() => (_, response) => {
    response.writeHead(307, { location: other.url }).end();
  });
  await using started = startServers([at("http", http.url, { "X-Key": "letmein-letmein" })], { cwd: folder.path });
  await started.servers.settled(LONG_MS, never);
  expect(started.notices).toEqual([expect.stringContaining(`It responded with HTTP 307, and leads to ${other.url}`)]);
  expect(seen).toEqual([]);
});

it("finds an older server at an address that was said to be streamable", async () => {
  await using http = await startHttpServer(olderKind);
  await using started = startServers([at("http", http.url)], { cwd: folder.path });
  await started.servers.settled(LONG_MS, never);
  expect(textOf(await callTool(started.servers, "mcp__web__echo", { text: "old" }))).toBe("old");
});

it("lets go of its session at the end", async () => {
  await using http = await startHttpServer(streamable);
  const started = startServers([at("http", http.url)], { cwd: folder.path });
  await started.servers.settled(LONG_MS, never);
  await started[Symbol.asyncDispose]();
  expect(http.requests.at(-1)).toBe("DELETE");
});

it("never shows the value of an invalid header", async () => {
  const headers = { "X-Key": "secret\nvalue-1234" };
  await using started = startServers([at("http", "http://127.0.0.1:1/mcp", headers)], { cwd: folder.path });
  await started.servers.settled(LONG_MS, never);
  expect(started.notices).toEqual([expect.stringContaining('an invalid header: "X-Key"')]);
  expect(JSON.stringify([started.notices, started.servers.status])).not.toContain("1234");
});
