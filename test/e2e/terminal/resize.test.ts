// Resizing: terminals move the rows that they have, and nothing of the old live region may stay.
import { KEYS, type TestTerminal } from "@parley/test-support/terminal";
import { writeFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { KINDS, leave, openChatIn, READY } from "./opened-chat.ts";

let place: Place;
beforeEach(async () => {
  place = await openPlace();
});
afterEach(() => place[Symbol.asyncDispose]());

const STEPS = [
  { columns: 60, rows: 24 },
  { columns: 40, rows: 20 },
  { columns: 120, rows: 40 },
  { columns: 45, rows: 12 },
  { columns: 80, rows: 24 },
] as const;

/** Rows of the live region; each may be there once. */
async function countOf(chat: TestTerminal, text: string): Promise<number> {
  return (await chat.everything()).filter((row) => row.includes(text)).length;
}

/** What is on the screen; the input breaks lines within words. */
async function withoutSpaces(chat: TestTerminal): Promise<string> {
  return (await chat.screen()).join("").replace(/\s/g, "");
}

it.each(KINDS)("leaves nothing behind while an answer streams in %s", async (_, open) => {
  await using chat = await openChatIn(open, place, { args: ["--level", "bypass"] });
  await chat.sees(READY);
  // A command that writes until a file appears.
  chat.types(`run until [ -e go ]; do echo wri''tten; sleep 0.02; done${KEYS.enter}`);
  await chat.sees("written");
  let typed = "";
  for (const [index, size] of STEPS.entries()) {
    await chat.resize(size);
    // What is typed shows that it was painted since.
    chat.types(String(index));
    typed += String(index);
    await chat.sees(`› ${typed}`);
    await chat.sees(/^. Working( \d+ ?s)? · Esc to stop$/m);
  }
  await expect.poll(() => countOf(chat, "Esc to stop")).toBe(1);
  await expect.poll(() => countOf(chat, `› ${typed}`)).toBe(1);
  // What was printed before is still there.
  const printed = (await chat.everything()).join(" ").replace(/\s+/g, " ");
  expect(printed).toContain("› run until [ -e go ]; do echo wri''tten; sleep 0.02; done");
  await writeFile(place.file("go"), "");
  await chat.sees("1 file changed");
  await chat.seesNo("Working");
  expect(await countOf(chat, "Esc to stop")).toBe(0);
  expect(await countOf(chat, "Scripted agent ·")).toBe(1);
  expect(await leave(chat)).toBe(0);
});

it.each(KINDS)("leaves nothing behind of a long input and a question in %s", async (_, open) => {
  await using chat = await openChatIn(open, place);
  await chat.sees(READY);
  const words =
    "a long prompt that wraps at every width, with many more words than any row has room for, again and again";
  chat.types(words);
  await expect.poll(() => withoutSpaces(chat)).toContain("againandagain");
  for (const size of STEPS) {
    await chat.resize(size);
    await expect.poll(() => withoutSpaces(chat)).toContain("againandagain");
  }
  await expect.poll(() => countOf(chat, "Scripted agent ·")).toBe(1);
  const printed = (await chat.everything()).join("").replace(/\s/g, "");
  expect(printed.split(words.replaceAll(" ", ""))).toHaveLength(2);
  chat.types(`${KEYS.ctrlU}run touch made${KEYS.enter}`);
  await chat.sees("y Allow");
  for (const size of STEPS) {
    await chat.resize(size);
    await chat.sees("y Allow");
  }
  await expect.poll(() => countOf(chat, "y  Allow")).toBe(1);
  chat.types("n");
  await chat.sees("rejected");
  expect(await leave(chat)).toBe(0);
});

it.each(KINDS)("leaves nothing behind of a question that was higher than the screen in %s", async (_, open) => {
  await using chat = await openChatIn(open, place);
  await chat.sees(READY);
  chat.types(`run touch made${KEYS.enter}`);
  await chat.sees("Allow the command `touch made` for this session");
  for (let round = 0; round < 2; round += 1) {
    // Wrapped to 45 columns it needs 18 rows, so its top moves into the scrollback.
    await chat.resize({ columns: 45, rows: 12 });
    await chat.sees(/a {2}Allow for this session$/m);
    await chat.resize({ columns: 80, rows: 24 });
    await chat.sees("Allow the command `touch made` for this session");
  }
  expect(await countOf(chat, "y  Allow")).toBe(1);
  chat.types("n");
  await chat.sees("rejected");
  expect(await leave(chat)).toBe(0);
});
