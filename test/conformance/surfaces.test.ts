// The product as a whole at one end: the command's files and terminals, what a person sees of questions, our agent's MCP servers.
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { connectToOwnAgent } from "../e2e/other-systems/wire-client.ts";
import { openPlace, PARLEY, type Place } from "../e2e/run-parley.ts";
import { root } from "../repository/workspaces.ts";
import { runsOn, verifies } from "./verifies.ts";

runsOn("stdio");

const AGENT = ["--", process.execPath, fileURLToPath(new URL("asking-agent.mjs", import.meta.url))];

describe("the client", { timeout: 60_000 }, () => {
  it("creates a file that does not exist", async () => {
    verifies("FS-004");
    await using place = await openPlace();
    const { stdout } = await place.run(["run", "--approve", "all", "create made.txt", ...AGENT]);
    expect(stdout).toBe('answered {"result":{}}\n');
    expect(await readFile(place.file("made.txt"), "utf8")).toBe("made\n");
  });

  it("cuts output at the beginning, between characters", async () => {
    verifies("TERM-006");
    await using place = await openPlace();
    const { stdout } = await place.run(["run", "--approve", "all", "output 5", ...AGENT]);
    expect(stdout).toContain('"output":"éé","truncated":true');
  });
});

describe("a question of the agent", { timeout: 60_000 }, () => {
  it("names the agent, shows what is sent, and can be declined and cancelled", async () => {
    verifies("ELIC-011");
    await using place = await openPlace();
    using chat = openChat(place);
    await chat.sees("Asking Agent");
    chat.types("form\r");
    await chat.sees("Who are you?");
    await chat.sees("Your name");
    chat.types("\u001b");
    await chat.sees('answered {"result":{"action":"decline"}}');
    chat.types("form\r");
    await chat.sees("Your name");
    chat.types("Ada\r");
    await chat.sees('"content":{"name":"Ada"}');
    chat.types("form\r");
    await chat.sees("Your name");
    chat.types("\u0003");
    await chat.sees('"action":"cancel"');
    chat.types("/exit\r");
    expect(await chat.exited).toBe(0);
  });

  it("about a page shows all of its address, fetches nothing, and opens nothing", async () => {
    verifies("ELIC-011", "ELIC-012");
    await using place = await openPlace();
    const requests: unknown[] = [];
    await using server = await listen((url) => requests.push(url));
    using chat = openChat(place);
    await chat.sees("Asking Agent");
    chat.types(`page ${server.url}/sign-in?code=every-letter\r`);
    await chat.sees("wants you to open this page at 127.0.0.1");
    await chat.sees("code=every-letter");
    chat.types("n");
    await chat.sees('answered {"result":{"action":"decline"}}');
    chat.types(`page ${server.url}/sign-in?code=again\r`);
    await chat.sees("wants you to open this page");
    await chat.sees("I opened it");
    chat.types("y");
    await chat.sees('answered {"result":{"action":"accept"}}');
    expect(requests).toEqual([]);
    chat.types("/exit\r");
    expect(await chat.exited).toBe(0);
  });
});

describe("our agent", { timeout: 60_000 }, () => {
  it("connects to MCP servers over stdio", async () => {
    verifies("MCP-001");
    await using place = await openPlace();
    await using client = connectToOwnAgent(place, {});
    await client.ask("initialize", { protocolVersion: 1 });
    const program = join(root, "test", "compat", "mcp", "stdio-server.mjs");
    const server = { name: "near", command: process.execPath, args: [program], env: [] };
    const { result } = await client.ask("session/new", { cwd: place.work, mcpServers: [server] });
    // The server is started while nobody waits for it.
    const list = async (): Promise<string> => {
      const prompt = [{ type: "text", text: "/mcp" }];
      await client.ask("session/prompt", { sessionId: result?.["sessionId"], prompt });
      return client.text;
    };
    await expect.poll(list).toContain("| `near` | ready | 1 tool |");
  });
});

function openChat(place: Place): PseudoTerminal {
  const env = { ...place.env, TERM: "xterm-256color" };
  return new PseudoTerminal(process.execPath, [PARLEY, "chat", ...AGENT], { cwd: place.work, env });
}

async function listen(onRequest: (url: unknown) => void): Promise<AsyncDisposable & { readonly url: string }> {
  const server: Server = createServer(({ url }, response) => {
    onRequest(url);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
