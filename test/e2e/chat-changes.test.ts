// Changed files in the chat: /files, /diff, /undo and /redo, with a server and without one, and as another chat sees them.
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { readFile, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { openPlace, PARLEY, type Place } from "./run-parley.ts";
import { serve } from "./serve/served.ts";

const READY = "Describe a task";
const LINES = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
const OLD = `${LINES.join("\n")}\n`;
const NEW = `${LINES.with(4, "FIVE").with(29, "THIRTY").join("\n")}\n`;

async function openChat(place: Place, ...args: readonly string[]): Promise<PseudoTerminal> {
  const options = { cwd: place.work, env: { ...place.env, TERM: "xterm-256color" } };
  const chat = new PseudoTerminal(process.execPath, [PARLEY, "chat", ...args], options);
  await chat.sees(READY);
  return chat;
}

async function leave(chat: PseudoTerminal): Promise<void> {
  chat.types("/exit\r");
  expect(await chat.exited).toBe(0);
}

/** Two hunks by two turns. */
async function change(place: Place, chat: PseudoTerminal): Promise<void> {
  await writeFile(place.file("a.txt"), OLD);
  for (const edit of ["line 5 => FIVE", "line 30 => THIRTY"]) {
    chat.types(`edit a.txt ${edit}\r`);
    await chat.sees("1 file changed");
    await chat.sees(READY);
  }
  expect(await readFile(place.file("a.txt"), "utf8")).toBe(NEW);
}

describe("changed files in the chat", { timeout: 180_000 }, () => {
  it("are shown by hunks, undone turn by turn and by hunk, and redone", async () => {
    await using place = await openPlace();
    const text = (): Promise<string> => readFile(place.file("a.txt"), "utf8");
    using chat = await openChat(place, "--level", "bypass");
    await change(place, chat);
    chat.types("/diff a.txt\r");
    await chat.sees("Hunk 1");
    await chat.sees("+FIVE");
    await chat.sees("Hunk 2");
    await chat.sees("+THIRTY");
    chat.types("/undo a.txt 1\r");
    await chat.sees("Restored 1 file.");
    expect(await text()).toBe(NEW.replace("FIVE", "line 5"));
    chat.types("/redo a.txt 1\r");
    await chat.sees("Redone: 1 file.");
    expect(await text()).toBe(NEW);
    for (const [turn, left] of [NEW.replace("THIRTY", "line 30"), OLD].entries()) {
      chat.types("/undo\r");
      await chat.sees("Undo the last turn");
      chat.types("\r");
      await chat.sees("Restored 1 file.");
      expect(await text(), `${turn}`).toBe(left);
    }
    chat.types("/undo\r");
    await chat.sees("Nothing to undo.");
    await leave(chat);
  });

  it("that one chat undoes are reported in the other", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    using one = await openChat(place, "--level", "bypass");
    await change(place, one);
    using two = await openChat(place, "--continue");
    two.types("/undo a.txt\r");
    await two.sees("Restored 1 file.");
    await one.sees("Undid changes to a.txt");
    one.types("/redo\r");
    await one.sees("Redone: 1 file.");
    await two.sees("Redid changes to a.txt");
    expect(await readFile(place.file("a.txt"), "utf8")).toBe(NEW);
    await leave(one);
    await leave(two);
    expect((await server.end()).code).toBe(0);
  });
});
