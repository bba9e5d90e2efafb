// A chat without a server: its sessions are those of the home, which it has for itself.
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPlace, PARLEY, type Place } from "../run-parley.ts";
import { serve } from "./served.ts";

const READY = "Describe a task";

let place: Place;
beforeEach(async () => {
  place = await openPlace();
});
afterEach(() => place[Symbol.asyncDispose]());

function openChat(...args: readonly string[]): PseudoTerminal {
  const options = { cwd: place.work, env: { ...place.env, TERM: "xterm-256color" } };
  return new PseudoTerminal(process.execPath, [PARLEY, "chat", ...args], options);
}

async function leave(chat: PseudoTerminal): Promise<void> {
  chat.types("/exit\r");
  expect(await chat.exited).toBe(0);
}

describe("a chat without a server", { timeout: 180_000 }, () => {
  it("has the sessions of the home for itself, and the next server has them", async () => {
    using alone = openChat("--no-server");
    await alone.sees(READY);
    alone.types("say made alone\r");
    await alone.sees("\nmade alone");
    using second = openChat("--no-server");
    await second.sees("are in use by another process");
    await second.sees("Omit --no-server, or set PARLEY_HOME to another folder");
    expect(await second.exited).not.toBe(0);
    await leave(alone);
    await using server = await serve(place);
    using chat = openChat("--server", server.url, "--continue");
    await chat.sees("say made alone");
    await chat.sees(READY);
    chat.types("say made together\r");
    await chat.sees("\nmade together");
    await leave(chat);
  });
});
