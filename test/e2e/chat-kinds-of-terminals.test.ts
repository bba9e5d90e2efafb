// The chat where terminals differ: no colours, no cursor, other sizes, and every way of being ended.
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { scripted } from "./agents.ts";
import { openPlace, PARLEY, type Place } from "./run-parley.ts";

const READY = "Describe a task";
const GIVEN_BACK = "\u001b[?2004l";

let place: Place;
beforeEach(async () => {
  place = await openPlace();
});
afterEach(() => place[Symbol.asyncDispose]());

function open(env: Readonly<Record<string, string>>, args: readonly string[] = []): PseudoTerminal {
  const options = { cwd: place.work, env: { ...place.env, TERM: "xterm-256color", ...env } };
  return new PseudoTerminal(process.execPath, [PARLEY, "chat", ...args], options);
}

describe("colours", () => {
  it("are used", async () => {
    using chat = open({ PARLEY_COLOR: "auto", NO_COLOR: "" });
    await chat.sees(READY);
    chat.types("say hi\r");
    await chat.sees("\u001b[36m› \u001b[0m\u001b[1msay hi\u001b[0m\u001b[K");
    chat.types("/exit\r");
    expect(await chat.exited).toBe(0);
  });

  it("are not used with NO_COLOR", async () => {
    using chat = open({ PARLEY_COLOR: "auto", NO_COLOR: "1" });
    await chat.sees(READY);
    chat.types("say hi\r");
    await chat.sees("› say hi\u001b[K");
    chat.types("/exit\r");
    expect(await chat.exited).toBe(0);
  });
});

describe("a dumb terminal", () => {
  it("gets plain lines, and questions with numbers", async () => {
    using chat = open({ TERM: "dumb" });
    await chat.sees(READY);
    await chat.sees("> ");
    chat.types("say **Hello**\r");
    await chat.sees("\nHello\r\n");
    await chat.sees("> ");
    chat.types("write a.txt x\r");
    await chat.sees("1  Allow");
    await chat.sees("4  Reject");
    chat.types("4\r");
    await chat.sees("rejected");
    chat.types("elicit form Questions\r");
    await chat.sees("Name");
    chat.types("Ada\r");
    await chat.sees("2 of 9");
    chat.types("\u0003");
    await chat.sees("Cancelled.");
    await chat.sees("> ");
    chat.types("/mode\r");
    await chat.sees("2  Chat");
    chat.types("2\r");
    await chat.sees("> ");
    chat.types("run ls\r");
    await chat.sees("The mode chat has no tools");
    chat.types("\u0004");
    expect(await chat.exited).toBe(0);
  });
});

describe("the size of the terminal", () => {
  it("may change during a turn", async () => {
    const script = `(while [ ! -e "$0/go" ]; do sleep 0.05; done; stty cols 40 rows 15 </dev/tty) & exec "$@"`;
    const options = { cwd: place.work, env: { ...place.env, TERM: "xterm-256color" } };
    using chat = new PseudoTerminal("/bin/sh", ["-c", script, place.work, process.execPath, PARLEY, "chat"], options);
    await chat.sees(READY);
    const words = "one two three four five six seven eight nine ten eleven twelve";
    chat.types("wait 60000\r");
    await chat.sees("Working");
    await writeFile(place.file("go"), "");
    // The status has less room now.
    await chat.sees("\u001b[J");
    chat.types("\u001b");
    await chat.sees("Cancelled.");
    chat.types(`say ${words}\r`);
    await chat.sees("one two three four five six seven eight\u001b[K");
    await chat.sees("nine ten eleven twelve\u001b[K");
    chat.types("/exit\r");
    expect(await chat.exited).toBe(0);
  });
});

describe("the terminal is restored", () => {
  it("when a signal stops the chat", async () => {
    using chat = open({});
    await chat.sees(READY);
    process.kill(chat.pid, "SIGTERM");
    await chat.sees(GIVEN_BACK);
    expect(await chat.exited).toBe(143);
  });

  it("when the chat itself crashes", async () => {
    const go = place.file("go");
    const crash = place.file("crash.cjs");
    await writeFile(
      crash,
      `if (process.stdin.isTTY) setInterval(() => { if (require("node:fs").existsSync(${JSON.stringify(go)})) throw new Error("boom"); }, 50).unref();`,
    );
    using chat = open({ NODE_OPTIONS: `--require ${crash}` });
    await chat.sees(READY);
    await writeFile(go, "");
    await chat.sees(GIVEN_BACK);
    await chat.sees("boom");
    expect(await chat.exited).not.toBe(0);
    // What is left is ended by the guard, which needs a moment.
    await expect.poll(() => place.marker.find()).toEqual([]);
  });
});

describe("a failing agent", () => {
  const agent = (code: string): string[] => ["--", process.execPath, "-e", code];

  it("that cannot start ends the chat with a remedy", async () => {
    using chat = open({}, ["--", "no-such-agent-anywhere"]);
    await chat.sees("no-such-agent-anywhere");
    expect(await chat.exited).toBe(3);
  });

  it("that crashes at startup ends the chat with its error output", async () => {
    using chat = open({}, agent('console.error("the disk is on fire"); process.exit(3)'));
    await chat.sees("the disk is on fire");
    expect(await chat.exited).toBe(5);
  });

  it("that requires a sign-in is signed in to from the chat", async () => {
    using chat = open({}, await scripted({ requireSignIn: true }));
    await chat.sees("requires you to sign in");
    await chat.sees(READY);
    chat.types("say signed in\r");
    await chat.sees("› say signed in");
    await chat.sees("signed in");
    chat.types("/exit\r");
    expect(await chat.exited).toBe(0);
  });

  it("that crashes in a turn is restarted, and the chat continues", async () => {
    const script = `
      const send = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
      require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
        const { id, method, params } = JSON.parse(line);
        if (method === "initialize") send({ id, result: { protocolVersion: 1, agentInfo: { name: "frail", version: "1" } } });
        else if (method === "session/new") send({ id, result: { sessionId: "s" } });
        else if (method === "session/prompt" && params.prompt[0].text === "die") { console.error("aargh"); process.exit(9); }
        else if (method === "session/prompt") {
          const content = { type: "text", text: "alive \\u001b[31mand \\u001b]0;evil\\u0007well" };
          send({ method: "session/update", params: { sessionId: "s", update: { sessionUpdate: "agent_message_chunk", content } } });
          send({ id, result: { stopReason: "end_turn" } });
        } else if (id !== undefined) send({ id, result: {} });
      });`;
    using chat = open({}, agent(script));
    await chat.sees(READY);
    chat.types("die\r");
    await chat.sees("exited with code 9");
    await chat.sees("aargh");
    await chat.sees("Agent restarted");
    chat.types("hello\r");
    // Nothing of what it tried to tell the terminal is left.
    await chat.sees("alive and well");
    chat.types("/exit\r");
    expect(await chat.exited).toBe(0);
  });
});
