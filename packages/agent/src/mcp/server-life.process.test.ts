import type { McpServer } from "@parley/acp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleProgram, startProgram } from "@parley/test-support";
import { callTool, prepareTool, textOf } from "./testing/call-tool.ts";
import { openFixtureProgram, type FixtureProgram } from "./testing/fixture-program.ts";
import { startServers } from "./testing/start-servers.ts";

let fixture: FixtureProgram;
beforeAll(async () => {
  fixture = await openFixtureProgram();
  // What speaks MCP is large, and loading it counts as starting.
  await import("./open-connection.ts");
});
afterAll(() => fixture[Symbol.asyncDispose]());

const LONG_MS = 20_000;
const never = new AbortController().signal;

describe("a server that does not start", () => {
  it.each([
    // A shell is there before its time is up, however busy the machine is.
    [
      "hangs",
      "echo waiting for a database >&2; while read -r line; do :; done",
      /within 2 s\. Last output on stderr:\nwaiting for/,
    ],
    ["does not read", "exec sleep 300", /It did not respond within 2 s/],
  ])("because it %s, is a notice and nothing more", async (_, script, reason) => {
    const bad = { ...fixture.server("hang", { name: "bad" }), command: "/bin/sh", args: ["-c", script] };
    const good = fixture.server("serve", { name: "good" });
    await using started = startServers([bad, good], { cwd: fixture.folder.path, limits: { startMs: 2_000 } });
    await started.until(() => started.state("bad") === "failed");
    expect(started.notices).toContainEqual(expect.stringMatching(/^warning: MCP server "bad" is not available/));
    expect(started.notices.find((notice) => notice.includes("bad"))).toMatch(reason);
    expect(started.servers.status[0]?.message).toMatch(reason);
    expect(started.servers.tools.filter(({ server }) => server === "bad")).toEqual([]);
  });

  it("because it exits at once is reported with its last output, without secrets", async () => {
    const server = fixture.server("exit", { env: { FIXTURE_KEY: "open sesame 123" } });
    await using started = startServers([server], { cwd: fixture.folder.path });
    await started.servers.settled(LONG_MS, never);
    expect(started.state("fix")).toBe("failed");
    expect(started.notices).toHaveLength(1);
    expect(started.notices[0]).toMatch(
      /exited with code 7\. The end of its error output:\nno configuration; the key was …/,
    );
    expect(JSON.stringify([started.notices, started.servers.status])).not.toContain("sesame");
  });

  it("because the program was not found is reported as such", async () => {
    const server = { name: "none", command: "/no/such/program", args: [], env: [] };
    await using started = startServers([server], { cwd: fixture.folder.path });
    await started.servers.settled(LONG_MS, never);
    expect(started.notices).toEqual([
      'warning: MCP server "none" is not available. Program "/no/such/program" not found. Install it, or give its full path.',
    ]);
  });

  it("because of an unknown type is reported", async () => {
    await using started = startServers([{ type: "pigeon", name: "post" } as unknown as McpServer], {
      cwd: fixture.folder.path,
    });
    await started.servers.settled(LONG_MS, never);
    expect(started.notices).toEqual([
      'warning: MCP server "post" is not available. Unknown MCP server type "pigeon". Use stdio, http or sse.',
    ]);
  });

  it("delays a turn by no more than the budget", async () => {
    await using started = startServers([fixture.server("hang")], { cwd: fixture.folder.path });
    await started.servers.settled(50, never);
    // Longer than this test may take.
    await started.servers.settled(600_000, AbortSignal.abort());
    expect(started.state("fix")).toBe("starting");
  });
});

describe("a server that dies", () => {
  it("is a notice, is not there for a while, and comes back", async () => {
    const server = fixture.server("serve", { env: { FIXTURE_KEY: "hunter2-hunter2" } });
    const limits = { reconnectDelayMs: 1_000, reconnectDelayMsMax: 1_000 };
    await using started = startServers([server], { cwd: fixture.folder.path, limits });
    await started.servers.settled(LONG_MS, never);
    const echo = await prepareTool(started.servers, "mcp__fix__echo", { text: "again" });
    const names = started.servers.tools.map(({ name }) => name);
    const crash = await callTool(started.servers, "mcp__fix__crash");
    expect([crash.isError, textOf(crash)]).toEqual([true, expect.stringMatching(/exited with code 3.*Reconnecting/s)]);
    expect(started.servers.tools).toEqual([]);
    expect(started.state("fix")).toBe("reconnecting");
    const run = { callId: "1", signal: never, show: () => undefined };
    expect(textOf(await echo.execute(run))).toMatch(/"fix" is disconnected/);
    await started.until(() => started.state("fix") === "ready");
    expect(started.servers.tools.map(({ name }) => name)).toEqual(names);
    // What was prepared before goes to the new one.
    expect(textOf(await echo.execute(run))).toBe("again");
    expect(started.notices).toEqual([
      expect.stringMatching(/^warning: MCP server "fix" disconnected\. .*exited with code 3.*Reconnecting\.$/s),
      expect.stringMatching(/^info: MCP server "fix" is back, with \d+ tools\.$/),
    ]);
    expect(started.notices.join()).not.toContain("hunter2");
  });

  it("is given up after a number of attempts", async () => {
    const server = fixture.server("once", { args: [fixture.folder.file("once")] });
    await using started = startServers([server], { cwd: fixture.folder.path, limits: { reconnectAttemptsMax: 2 } });
    await started.servers.settled(LONG_MS, never);
    await callTool(started.servers, "mcp__fix__crash");
    await started.until(() => started.state("fix") === "failed");
    expect(started.notices).toEqual([
      expect.stringMatching(/^warning: MCP server "fix" disconnected/),
      expect.stringMatching(
        /^warning: MCP server "fix" could not be reconnected \(2 attempts\)\. .*exited with code 9/s,
      ),
    ]);
  });

  it("again and again is not started for ever, unless it was there for long", async () => {
    const limits = { reconnectAttemptsMax: 1 };
    await using hasty = startServers([fixture.server("serve")], { cwd: fixture.folder.path, limits });
    await hasty.servers.settled(LONG_MS, never);
    await callTool(hasty.servers, "mcp__fix__crash");
    await hasty.until(() => hasty.state("fix") === "ready");
    await callTool(hasty.servers, "mcp__fix__crash");
    await hasty.until(() => hasty.state("fix") === "failed");
    await using patient = startServers([fixture.server("serve")], {
      cwd: fixture.folder.path,
      limits: { ...limits, stableMs: 0 },
    });
    await patient.servers.settled(LONG_MS, never);
    for (let times = 0; times < 3; times += 1) {
      await callTool(patient.servers, "mcp__fix__crash");
      await patient.until(() => patient.state("fix") === "ready");
    }
    expect(patient.notices.filter((notice) => notice.includes("is back"))).toHaveLength(3);
  });
});

describe("what it offers", () => {
  it("is read again when the server says that it has changed", async () => {
    await using started = startServers([fixture.server("serve")], { cwd: fixture.folder.path });
    await started.servers.settled(LONG_MS, never);
    await callTool(started.servers, "mcp__fix__grow");
    await started.until(({ tools }) => tools.some(({ name }) => name === "mcp__fix__grown"));
    await started.until(({ commands }) => commands.some(({ name }) => name === "fix:grown"));
    expect(textOf(await callTool(started.servers, "mcp__fix__grown"))).toBe("here I am");
    expect(started.notices).toEqual([]);
  });
});

describe("the end", () => {
  it.skipIf(process.platform !== "linux")(
    "leaves nothing behind: not what a server started, not one that is deaf to every word, not one that just starts",
    async () => {
      const names = ["serve", "stubborn", "hang", "deafens"];
      const started = startServers(
        names.map((name) => fixture.server(name, { name })),
        { cwd: fixture.folder.path, limits: { closeMs: 500 } },
      );
      await started.until(() => ["serve", "stubborn", "deafens"].every((name) => started.state(name) === "ready"));
      const pid = Number(textOf(await callTool(started.servers, "mcp__serve__daemon")));
      await expect.poll(() => fixture.marker.find()).toContain(pid);
      await started[Symbol.asyncDispose]();
      expect(await fixture.marker.find()).toEqual([]);
      await started[Symbol.asyncDispose]();
      expect(started.notices).toEqual([]);
    },
  );

  it("comes to a server that waits to be started again", async () => {
    const limits = { reconnectDelayMs: 60_000, reconnectDelayMsMax: 60_000 };
    const started = startServers([fixture.server("serve")], { cwd: fixture.folder.path, limits });
    await started.servers.settled(LONG_MS, never);
    await callTool(started.servers, "mcp__fix__crash");
    await started[Symbol.asyncDispose]();
    expect(await fixture.marker.find()).toEqual([]);
  });

  it("may come at once", async () => {
    const started = startServers([fixture.server("serve")], { cwd: fixture.folder.path });
    await started[Symbol.asyncDispose]();
    expect(await fixture.marker.find()).toEqual([]);
    expect(started.notices).toEqual([]);
  });

  it.skipIf(process.platform !== "linux")("comes to them all when we are killed", async () => {
    const driver = await bundleProgram(new URL("./testing/mcp-driver.main.ts", import.meta.url));
    const servers = ["serve", "stubborn"].map((name) => fixture.server(name, { name }));
    await using child = startProgram(driver, { args: [JSON.stringify(servers)], cwd: fixture.folder.path });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    await expect.poll(async () => (await fixture.marker.find()).length).toBeGreaterThanOrEqual(3);
    process.kill(child.pid, "SIGKILL");
    await expect.poll(() => fixture.marker.find()).toEqual([]);
    await expect.poll(() => child.marker.find()).toEqual([]);
  });
});
