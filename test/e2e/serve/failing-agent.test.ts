// A chat whose agent exits and does not start again: it says so, and continues when the agent is fixed.
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { rm, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPlace, PARLEY, type Place } from "../run-parley.ts";
import { serve } from "./served.ts";

const READY = "Describe a task";

/** Exits when it is told to, and whenever it is started while there is a file "broken". Travels as a file. */
const FRAIL = `
  const { existsSync } = require("node:fs");
  if (existsSync("broken")) { console.error("still broken"); process.exit(7); }
  const send = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (method === "initialize") send({ id, result: { protocolVersion: 1 } });
    else if (method === "session/new") send({ id, result: { sessionId: "s" } });
    else if (method === "session/prompt" && params.prompt.at(-1).text === "exit") process.exit(9);
    else if (method === "session/prompt") {
      const content = { type: "text", text: "alive again" };
      send({ method: "session/update", params: { sessionId: "s", update: { sessionUpdate: "agent_message_chunk", content } } });
      send({ id, result: { stopReason: "end_turn" } });
    } else if (id !== undefined) send({ id, result: {} });
  });`;

let place: Place;
beforeEach(async () => {
  place = await openPlace();
});
afterEach(() => place[Symbol.asyncDispose]());

function openChat(...args: readonly string[]): PseudoTerminal {
  const options = { cwd: place.work, env: { ...place.env, TERM: "xterm-256color" } };
  return new PseudoTerminal(process.execPath, [PARLEY, "chat", ...args], options);
}

describe("an agent that does not start again", { timeout: 180_000 }, () => {
  it("is reported with the prompt that did not reach it, and continues after a restart", async () => {
    await writeFile(place.file("frail.cjs"), FRAIL);
    await using server = await serve(place);
    using chat = openChat("--server", server.url, "--", process.execPath, "frail.cjs");
    await chat.sees(READY);
    await writeFile(place.file("broken"), "");
    chat.types("exit\r");
    await chat.sees("exited with code 9");
    chat.types("hello\r");
    await chat.sees("› hello");
    await chat.sees("exited with code 7");
    await chat.sees("still broken");
    await rm(place.file("broken"));
    chat.types("/restart\r");
    await chat.sees("Agent restarted.");
    chat.types("hello\r");
    await chat.sees("alive again");
    chat.types("/exit\r");
    expect(await chat.exited).toBe(0);
  });
});
