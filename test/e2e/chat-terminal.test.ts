// The chat in a real terminal, as a person uses it: prompts, questions, cancelling, completing, leaving.
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { readFile, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPlace, PARLEY, type Place } from "./run-parley.ts";

const [CTRL_C, CTRL_D, CTRL_R, ESCAPE, UP, SHIFT_TAB] = [
  "\u0003",
  "\u0004",
  "\u0012",
  "\u001b",
  "\u001b[A",
  "\u001b[Z",
];
const READY = "Describe a task";

let place: Place;
beforeEach(async () => {
  place = await openPlace();
});
afterEach(() => place[Symbol.asyncDispose]());

function openChat(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): PseudoTerminal {
  const options = { cwd: place.work, env: { ...place.env, TERM: "xterm-256color", ...env } };
  return new PseudoTerminal(process.execPath, [PARLEY, "chat", ...args], options);
}

async function openReady(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<PseudoTerminal> {
  const chat = openChat(args, env);
  await chat.sees("Scripted agent");
  await chat.sees(READY);
  return chat;
}

/** Begins a turn that ends when the function is called. */
async function beginTurn(chat: PseudoTerminal): Promise<() => Promise<void>> {
  chat.types("run until [ -e go ]; do sleep 0.05; done\r");
  await chat.sees("Working");
  return () => writeFile(place.file("go"), "");
}

/** The exit code. */
function leave(chat: PseudoTerminal): Promise<number> {
  chat.types("/exit\r");
  return chat.exited;
}

describe("a session", () => {
  it("shows the agent, answers, and says how to resume", async () => {
    using chat = await openReady();
    chat.types("say Good **morning**\r");
    await chat.sees("› say Good **morning**");
    await chat.sees("Good morning");
    chat.types("/exit\r");
    await chat.sees("parley chat --continue");
    await chat.sees("parley sessions resume ");
    expect(await chat.exited).toBe(0);
  });

  it("starts with a prompt from the command line", async () => {
    using chat = openChat(["say", "Straight", "away"]);
    await chat.sees("› say Straight away");
    await chat.sees("Straight away");
    expect(await leave(chat)).toBe(0);
  });

  it("resumes where it ended, with its history", async () => {
    using first = await openReady();
    first.types("say the first answer\r");
    await first.sees("the first answer");
    expect(await leave(first)).toBe(0);

    using second = openChat(["--continue"]);
    await second.sees("Resuming: say the first answer");
    await second.sees("the first answer");
    await second.sees(READY);
    second.types(UP);
    await second.sees("› say the first answer");
    second.types("\u0015say more\r");
    await second.sees("more");
    expect(await leave(second)).toBe(0);
    expect(await readFile(`${place.home}/history`, "utf8")).toBe('"say the first answer"\n"say more"\n');
  });

  it("queues prompts that are typed during a turn, and shows the queue", async () => {
    using chat = await openReady(["--level", "bypass"]);
    const endTurn = await beginTurn(chat);
    chat.types("say first\r");
    await chat.sees("queued › say first");
    chat.types("say second\r");
    await chat.sees("queued › say second");
    await endTurn();
    await chat.sees("\nfirst");
    await chat.sees("\nsecond");
    expect(await leave(chat)).toBe(0);
  });

  it("returns a queued prompt to the input for editing", async () => {
    using chat = await openReady(["--level", "bypass"]);
    const endTurn = await beginTurn(chat);
    chat.types("say wrong\r");
    await chat.sees("queued › say wrong");
    chat.types(UP);
    await chat.sees("› say wrong");
    chat.types("\u0017right\r");
    await chat.sees("queued › say right");
    await endTurn();
    await chat.sees("\nright");
    expect(await leave(chat)).toBe(0);
  });

  it("shows thoughts and tool calls collapsed, and prints later ones expanded", async () => {
    using chat = await openReady();
    chat.types("think one\\ntwo\\nthree\\nfour\r");
    await chat.sees("Thought");
    await chat.sees("one two three four");
    await chat.sees(READY);
    chat.types("/details\r");
    await chat.sees("details on");
    chat.types("tool search Looking\r");
    await chat.sees("✓ search Looking");
    await chat.sees("Nothing was done.");
    expect(await leave(chat)).toBe(0);
  });
});

describe("permissions", () => {
  it("are granted with a key, and the file is written", async () => {
    using chat = await openReady();
    chat.types("write hello.txt Hello\\nworld\\n\r");
    await chat.sees("? Write hello.txt");
    await chat.sees("1 + Hello");
    await chat.sees("y  Allow");
    chat.types("y");
    await chat.sees("✓ Write hello.txt");
    await chat.sees("1 file changed");
    await chat.sees("A hello.txt");
    expect(await readFile(place.file("hello.txt"), "utf8")).toBe("Hello\nworld\n");
    expect(await leave(chat)).toBe(0);
  });

  it("are refused with a key, and nothing is changed", async () => {
    using chat = await openReady();
    chat.types("run touch made\r");
    await chat.sees("$ touch made");
    await chat.sees("n  Reject");
    chat.types("n");
    await chat.sees("rejected");
    expect(await leave(chat)).toBe(0);
    await expect(readFile(place.file("made"))).rejects.toThrow("ENOENT");
  });

  it("show a command's output while it runs, and how it ended", async () => {
    using chat = await openReady();
    chat.types("run echo one; sleep 0.3; echo two; exit 3\r");
    await chat.sees("y  Allow");
    chat.types("y");
    await chat.sees("  one");
    await chat.sees("✗ $ echo one");
    await chat.sees("exit code 3");
    expect(await leave(chat)).toBe(0);
  });

  it("are cancelled with the turn", async () => {
    using chat = await openReady();
    chat.types("run touch made\r");
    await chat.sees("y  Allow");
    chat.types(CTRL_C);
    await chat.sees("Cancelled.");
    expect(await leave(chat)).toBe(0);
  });

  it("are not granted by keys typed before the question appeared", async () => {
    // Seconds count as a tenth, so that a busy machine is not taken for somebody who pauses; what was read is noted.
    const [preload, typed, paused] = ["slowly.cjs", "typed", "paused"].map((name) => `${place.home}/${name}`);
    await writeFile(
      String(preload),
      `const { appendFileSync, existsSync } = require("node:fs");
      const [now, emit] = [performance.now.bind(performance), process.stdin.emit];
      if (process.stdin.isTTY) {
        performance.now = () => now() / 10 + (existsSync(${JSON.stringify(paused)}) ? 3_600_000 : 0);
        process.stdin.emit = function (name, data) {
          const isHeard = emit.apply(this, arguments);
          if (name === "data") appendFileSync(${JSON.stringify(typed)}, data);
          return isHeard;
        };
      }`,
    );
    using chat = await openReady([], { NODE_OPTIONS: `--require ${preload}` });
    chat.types("wait 700\nrun touch made\r".replace("\n", "\u001b\r"));
    await chat.sees("Working");
    // Somebody goes on typing: the letters are no answer.
    const typing = setInterval(() => chat.types("ya"), 100);
    await chat.sees("y  Allow");
    clearInterval(typing);
    chat.types("yes");
    await expect.poll(() => readFile(String(typed), "utf8")).toMatch(/yes$/);
    await writeFile(String(paused), "");
    chat.types("n");
    await chat.sees("rejected");
    await chat.sees("› yaya");
    chat.types("\u0015");
    expect(await leave(chat)).toBe(0);
  });

  it("can be undone afterwards", async () => {
    await writeFile(place.file("a.txt"), "before\n");
    using chat = await openReady();
    chat.types("edit a.txt before => after\r");
    await chat.sees("y  Allow");
    chat.types("y");
    await chat.sees("1 file changed");
    expect(await readFile(place.file("a.txt"), "utf8")).toBe("after\n");
    chat.types("/undo\r");
    await chat.sees("Undo the last turn");
    chat.types("\r");
    await chat.sees("Restored 1 file");
    expect(await readFile(place.file("a.txt"), "utf8")).toBe("before\n");
    expect(await leave(chat)).toBe(0);
  });
});

describe("questions", () => {
  it("are answered in a form, field by field", async () => {
    using chat = await openReady();
    chat.types("elicit form A few questions\r");
    await chat.sees("1 of 9");
    chat.types("\r");
    await chat.sees("This field is required.");
    chat.types("Ada\r");
    await chat.sees("2 of 9");
    chat.types(ESCAPE);
    await chat.sees("You declined to answer.");
    expect(await leave(chat)).toBe(0);
  });

  it("show a page's full address", async () => {
    using chat = await openReady();
    chat.types("elicit url Sign in\r");
    await chat.sees("at example.com");
    await chat.sees("https://example.com/?elicitation=");
    chat.types("y");
    await chat.sees("You answered");
    expect(await leave(chat)).toBe(0);
  });
});

describe("stopping", () => {
  it("cancels a turn with Escape", async () => {
    using chat = await openReady();
    chat.types("wait 60000\r");
    await chat.sees("Working");
    chat.types(ESCAPE);
    await chat.sees("Cancelled.");
    expect(await leave(chat)).toBe(0);
  });

  it("quits on Ctrl-D, and on Ctrl-C pressed twice", async () => {
    using one = await openReady();
    one.types(CTRL_D);
    expect(await one.exited).toBe(0);
    using other = await openReady();
    other.types(CTRL_C);
    await other.sees("Ctrl-C again to quit");
    other.types(CTRL_C);
    expect(await other.exited).toBe(0);
  });

  it("clears the input with the first Ctrl-C", async () => {
    using chat = await openReady();
    chat.types("half a thought");
    await chat.sees("half a thought");
    chat.types(CTRL_C);
    await chat.sees(READY);
    expect(await leave(chat)).toBe(0);
  });
});

describe("typing", () => {
  it("completes commands, and switches the mode", async () => {
    using chat = await openReady();
    chat.types("/mo");
    await chat.sees("/mode [MODE]");
    await chat.sees("/model [MODEL]");
    chat.types("\t");
    await chat.sees("/mode");
    chat.types("\r");
    await chat.sees("Which mode?");
    chat.types("chat\r");
    await chat.sees("· Chat ·");
    chat.types(SHIFT_TAB);
    await chat.sees("· Code ·");
    expect(await leave(chat)).toBe(0);
  });

  it("completes files and attaches them", async () => {
    await writeFile(place.file("greeting.txt"), "Hello");
    using chat = await openReady();
    chat.types("look at @gree");
    await chat.sees("▸ greeting.txt");
    chat.types("\t");
    await chat.sees("@greeting.txt");
    chat.types("please\r");
    await chat.sees("  @ greeting.txt");
    await chat.sees("You wrote:");
    expect(await leave(chat)).toBe(0);
  });

  it("keeps the lines of a paste together", async () => {
    using chat = await openReady();
    chat.types("\u001b[200~say one\nsay two\u001b[201~");
    await chat.sees("  say two");
    chat.types("\r");
    // One prompt of two lines, and one answer to each in the same turn.
    for (const row of ["› say one", "  say two", "one", "two"]) await chat.sees(`${row}\u001b[K`);
    expect(await leave(chat)).toBe(0);
  });

  it("searches the history", async () => {
    using chat = await openReady();
    chat.types("say apples\r");
    await chat.sees("\napples");
    chat.types("say pears\r");
    await chat.sees("\npears");
    chat.types(`${CTRL_R}app`);
    await chat.sees("search: app");
    chat.types("\r\r");
    await chat.sees("\napples");
    expect(await leave(chat)).toBe(0);
  });

  it("reports an unknown command", async () => {
    using chat = await openReady();
    chat.types("/nonsense\r");
    await chat.sees("Command /nonsense not found");
    chat.types("\u0015");
    expect(await leave(chat)).toBe(0);
  });
});
