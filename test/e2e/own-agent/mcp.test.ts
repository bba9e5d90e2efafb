// MCP servers of a session of our own agent: over stdio, HTTP and server-sent events, lost and found again, and gone with it.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { McpServer } from "@parley/acp";
import { describe, expect, it } from "vitest";
import { startMcpHttpServer, WORD_HEADER } from "../../compat/mcp/http-server.ts";
import { startMcpSseServer } from "../../compat/mcp/sse-server.ts";
import { root } from "../../repository/workspaces.ts";
import { openOwnPlace, TEST_MS, type OwnPlace, type OwnSession } from "./own-place.ts";

const PROGRAM = join(root, "test", "compat", "mcp", "stdio-server.mjs");
const STDIO: McpServer = {
  name: "near",
  command: process.execPath,
  args: [PROGRAM],
  env: [{ name: "TINY_WORD", value: "the environment" }],
};

const call = (tool: string, word: string): readonly string[] => [
  `mcp ${tool} ${JSON.stringify({ word })}`,
  "echo result",
];

/** The pids of the servers that our agent runs. */
async function findServers({ marker }: OwnPlace): Promise<readonly number[]> {
  const pids = await marker.find();
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")));
  return pids.filter((_, at) => lines[at]?.includes("stdio-server.mjs"));
}

/** A server may be on its way back: until then the model is told so. */
async function callUntilThere(one: OwnSession, tool: string, word: string): Promise<string> {
  let text = "";
  await expect
    .poll(async () => (text = (await one.play(...call(tool, word))).text), { timeout: 60_000, interval: 200 })
    .toContain(`repeated ${word}`);
  return text;
}

describe("MCP servers of a session", { timeout: TEST_MS }, () => {
  it("work over every transport, with their settings, and with the server's name in the tool names", async () => {
    await using place = await openOwnPlace();
    await using far = await startMcpHttpServer("repeat_far");
    await using old = await startMcpSseServer("repeat_old", "an old friend");
    await using own = await place.open();
    const one = await own.newSession([
      STDIO,
      { type: "http", name: "far", url: far.url, headers: [{ name: WORD_HEADER, value: "a header" }] },
      { type: "sse", name: "old", url: old.url, headers: [] },
    ]);
    expect((await one.play(...call("repeat_word", "a"))).text).toBe("repeated a by the environment");
    expect((await one.play(...call("repeat_far", "b"))).text).toBe("repeated b by a header");
    expect((await one.play(...call("repeat_old", "c"))).text).toBe("repeated c by an old friend");
    const tools = place.model.requests.at(-1)?.conversation?.tools.map(({ name }) => name);
    expect(tools).toEqual(
      expect.arrayContaining(["mcp__near__repeat_word", "mcp__far__repeat_far", "mcp__old__repeat_old"]),
    );
    expect((await one.prompt("/mcp")).text).toMatch(/near[^]*far[^]*old/);
  });

  it.skipIf(process.platform !== "linux")("are restarted after a crash, and stop with the session", async () => {
    await using place = await openOwnPlace();
    await using own = await place.open();
    const one = await own.newSession([STDIO]);
    expect((await one.play(...call("repeat_word", "a"))).text).toContain("repeated a");
    const [pid] = await findServers(place);
    process.kill(Number(pid), "SIGKILL");
    await callUntilThere(one, "repeat_word", "b");
    const [again] = await findServers(place);
    expect(again).not.toBe(pid);
    await one.session.close();
    await expect.poll(() => findServers(place), { timeout: 60_000 }).toEqual([]);
  });

  it("reconnect when their stream is cut", async () => {
    await using place = await openOwnPlace();
    await using old = await startMcpSseServer("repeat_old", "an old friend");
    await using own = await place.open();
    const one = await own.newSession([{ type: "sse", name: "old", url: old.url, headers: [] }]);
    expect((await one.play(...call("repeat_old", "a"))).text).toContain("repeated a");
    old.cut();
    await callUntilThere(one, "repeat_old", "b");
    expect(old.streams).toBeGreaterThan(1);
  });

  it("that are missing are reported, and the session continues", async () => {
    await using place = await openOwnPlace();
    await using own = await place.open();
    const one = await own.newSession([
      { name: "broken", command: place.file("no-such-program"), args: [], env: [] },
      STDIO,
    ]);
    expect((await one.play(...call("repeat_word", "a"))).text).toContain("repeated a");
    const notice = await one.find((update) => JSON.stringify(update).includes("broken") && isNotice(update));
    expect(JSON.stringify(notice)).toContain("no-such-program");
  });
});

function isNotice({ sessionUpdate }: { readonly sessionUpdate?: string | undefined }): boolean {
  return sessionUpdate === "notice";
}
