// Reading: any tool call, however old, opens with its full output; line counts are right; nothing is printed twice.
import { KEYS, openEmulated } from "@parley/test-support/terminal";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { KINDS, leave, openChatIn, openReadyChat, READY } from "./opened-chat.ts";

let place: Place;
beforeEach(async () => {
  place = await openPlace();
});
afterEach(() => place[Symbol.asyncDispose]());

const BYPASS = { args: ["--level", "bypass"] };

describe.each(KINDS)("the reader in %s", (_, open) => {
  it("opens an old tool call in place, and gives the screen back as it was", async () => {
    await using chat = await openChatIn(open, place, BYPASS);
    await chat.sees(READY);
    chat.types(`run seq 500${KEYS.enter}`);
    await chat.sees("… 496 lines above");
    for (const word of ["one", "two", "three"]) {
      chat.types(`say ${word}${KEYS.enter}`);
      await chat.sees(new RegExp(`^${word}$`, "m"));
    }
    await chat.seesNo(/Working|Checking files/);
    const before = await chat.screen();
    chat.types(KEYS.ctrlO);
    await chat.sees("▸ ✓ $ seq 500 500 lines");
    chat.types(KEYS.enter);
    await chat.sees(/^ {4}15$/m);
    chat.types("/499\r");
    await chat.sees(/^ {4}500$/m);
    chat.types("q");
    await chat.sees(READY);
    expect(await chat.screen()).toEqual(before);
    expect(await leave(chat)).toBe(0);
  });
});

it("reads a session that was resumed, beyond what the recap shows", async () => {
  await using first = await openReadyChat(place, BYPASS);
  first.types(`run seq 100 160${KEYS.enter}`);
  await first.sees("57 lines above");
  const words = Array.from({ length: 30 }, (_, index) => `say answer-${index}`);
  for (const word of words) {
    first.types(`${word}${KEYS.enter}`);
    await first.sees(new RegExp(`^${word.slice(4)}$`, "m"));
  }
  expect(await leave(first)).toBe(0);
  await using second = await openReadyChat(place, { args: ["--continue"] });
  await second.sees("answer-29");
  expect((await second.everything()).join("\n")).toContain("earlier entries");
  expect((await second.everything()).join("\n")).not.toContain("$ seq");
  second.types(`${KEYS.ctrlO}g`);
  await second.sees("✓ $ seq 100 160 61 lines");
  second.types("/159\r");
  await second.sees(/^ {4}160$/m);
  second.types(KEYS.escape);
  await second.sees(READY);
  expect(await leave(second)).toBe(0);
});

it("continues behind the reader: what happened meanwhile is printed once, and a question is announced", async () => {
  await using chat = await openReadyChat(place, { rows: 30 });
  chat.types(`say before\nwait 300\nsay meanwhile\nrun touch made`.replaceAll("\n", "\u001b\r") + KEYS.enter);
  await chat.sees(/^before$/m);
  chat.types(KEYS.ctrlO);
  await chat.sees("Conversation");
  await chat.sees("Scripted agent asks something. q to answer.");
  await chat.sees("meanwhile");
  chat.types("q");
  await chat.sees("y Allow");
  chat.types("n");
  await chat.sees("rejected");
  await chat.seesNo("Working");
  const rows = await chat.everything();
  expect(rows.filter((row) => row === "meanwhile")).toHaveLength(1);
  expect(rows.filter((row) => row === "before")).toHaveLength(1);
  expect(await leave(chat)).toBe(0);
});

it("prints every line of a plain terminal once", async () => {
  await using chat = await openChatIn(openEmulated, place, { ...BYPASS, env: { TERM: "dumb" }, rows: 60 });
  await chat.sees(READY);
  chat.types("run seq 20\r");
  await chat.sees("16 lines above");
  chat.types("/read\r");
  await chat.sees(/^ {2}1$/m);
  await chat.sees(/^ {2}20$[\s\S]*^ {2}20$/m);
  chat.types("\u0004");
  expect(await chat.ended()).toBe(0);
});
