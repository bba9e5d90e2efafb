// Signing in to an agent that runs on a server, from a chat: by the agent, with a key, with a program in the terminal.
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPlace, PARLEY, type Place } from "../run-parley.ts";
import { serve, type Served } from "./served.ts";

const READY = "Describe a task";
const NEEDED = "requires you to sign in";
const [DOWN, ESCAPE] = ["\u001b[B", "\u001b"];
const KEY = "key-that-nobody-may-store";

/** Says how it was signed in to. Travels as a file. */
const AGENT = `
  const { existsSync, writeFileSync } = require("node:fs");
  if (process.argv[2] === "login") { writeFileSync("signed-in", ""); console.log("Welcome back"); process.exit(0); }
  let isWeb = false;
  const how = () => isWeb ? "web" : process.env.AGENT_KEY ? "key" : existsSync("signed-in") ? "file" : undefined;
  const send = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
  const authMethods = [
    { id: "web", name: "Browser" },
    { id: "key", name: "API key", type: "env_var", vars: [{ name: "AGENT_KEY", label: "Key" }] },
    { id: "program", name: "Program", type: "terminal", args: ["login"] },
  ];
  const agentCapabilities = { loadSession: true, auth: { logout: {} } };
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (method === "initialize") send({ id, result: { protocolVersion: 1, authMethods, agentCapabilities } });
    else if (method === "authenticate") { isWeb ||= params.methodId === "web"; send({ id, result: {} }); }
    else if (method === "logout") { isWeb = false; send({ id, result: {} }); }
    else if (how() === undefined) send({ id, error: { code: -32000, message: "Authentication required" } });
    else if (method === "session/new") send({ id, result: { sessionId: "s" } });
    else if (method === "session/prompt") {
      const content = { type: "text", text: params.prompt.at(-1).text + ": by " + how() };
      send({ method: "session/update", params: { sessionId: "s", update: { sessionUpdate: "agent_message_chunk", content } } });
      send({ id, result: { stopReason: "end_turn" } });
    } else if (id !== undefined) send({ id, result: {} });
  });`;

let place: Place;
beforeEach(async () => {
  place = await openPlace();
  await writeFile(place.file("agent.cjs"), AGENT);
});
afterEach(() => place[Symbol.asyncDispose]());

function openChat(...args: readonly string[]): PseudoTerminal {
  const options = { cwd: place.work, env: { ...place.env, TERM: "xterm-256color" } };
  const command = [PARLEY, "chat", ...args, "--", process.execPath, "agent.cjs"];
  return new PseudoTerminal(process.execPath, command, options);
}

async function countSessions(server: Served): Promise<number> {
  const { sessions } = (await (await server.fetch("/sessions")).json()) as { readonly sessions: readonly unknown[] };
  return sessions.length;
}

async function leave(chat: PseudoTerminal): Promise<void> {
  chat.types("/exit\r");
  expect(await chat.exited).toBe(0);
}

describe("an agent on a server that requires a sign-in", { timeout: 180_000 }, () => {
  it("is signed in to when a session or a prompt needs it, by each of its methods", async () => {
    await using server = await serve(place);
    using chat = openChat();
    await chat.sees(NEEDED);
    await chat.sees("API key");
    chat.types(`${DOWN}\r`);
    await chat.sees("Key");
    chat.types(`${KEY}\r`);
    await chat.sees(READY);
    chat.types("first\r");
    await chat.sees("first: by key");
    chat.types("/logout\r");
    await chat.sees("Signed out.");
    chat.types("second\r");
    await chat.sees(NEEDED);
    await chat.sees("Browser");
    chat.types("\r");
    await chat.sees("second: by web");
    chat.types("/login\r");
    await chat.sees("Program");
    chat.types(`${DOWN}${DOWN}\r`);
    await chat.sees("Welcome back");
    await chat.sees("Signed in.");
    chat.types("third\r");
    await chat.sees("third: by file");
    chat.types("/restart\r");
    await chat.sees("Agent restarted.");
    chat.types("fourth\r");
    await chat.sees("fourth: by file");
    await leave(chat);
    expect(await countSessions(server)).toBe(1);
    const stored = await promisify(execFile)("grep", ["-rl", KEY, place.home]).catch(
      ({ stdout }: Error & { stdout: string }) => ({ stdout }),
    );
    expect(stored.stdout).toBe("");
  });

  it("leaves no session behind if nobody signs in for a new one, and keeps one that is resumed", async () => {
    const first = await serve(place);
    using none = openChat();
    await none.sees("Browser");
    none.types(ESCAPE);
    expect(await none.exited).toBe(4);
    expect(await countSessions(first)).toBe(0);
    using chat = openChat();
    await chat.sees("Browser");
    chat.types("\r");
    await chat.sees(READY);
    chat.types("first\r");
    await chat.sees("first: by web");
    await leave(chat);
    await first.end();
    await using second = await serve(place);
    using left = openChat("--continue");
    await left.sees("Browser");
    left.types(ESCAPE);
    expect(await left.exited).toBe(4);
    expect(await countSessions(second)).toBe(1);
    using resumed = openChat("--continue");
    await resumed.sees("Browser");
    resumed.types("\r");
    await resumed.sees(READY);
    resumed.types("second\r");
    await resumed.sees("second: by web");
    await leave(resumed);
  });
});
