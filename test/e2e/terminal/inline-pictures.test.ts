// Pictures: drawn where the terminal can, otherwise described in a line; what follows is below them.
import { KEYS } from "@parley/test-support/terminal";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { leave, openReadyChat } from "./opened-chat.ts";

let place: Place;
beforeEach(async () => {
  place = await openPlace();
});
afterEach(() => place[Symbol.asyncDispose]());

it.each([
  ["kitty", "\u001b_Gf=100,a=T,"],
  ["iterm2", "\u001b]1337;File="],
  ["sixel", '\u001bPq"1;1;'],
])("are drawn by %s", async (way, sequence) => {
  await using chat = await openReadyChat(place, { env: { PARLEY_PICTURES: way } });
  chat.types(`say before\u001b\rshow image\u001b\rsay after${KEYS.enter}`);
  await chat.sees(/^after$/m);
  await chat.seesNo("Working");
  expect(chat.written.split(sequence)).toHaveLength(2);
  const rows = await chat.everything();
  expect(rows.join("\n")).not.toContain("[image");
  // Room for the picture, with an empty row above and below.
  expect(rows.indexOf("after") - rows.indexOf("before")).toBe(4);
  expect(await leave(chat)).toBe(0);
});

it.each(["off", "auto"])("are described in a line with %s, where the terminal draws none", async (way) => {
  await using chat = await openReadyChat(place, { env: { PARLEY_PICTURES: way } });
  chat.types(`show image${KEYS.enter}`);
  await chat.sees("[image: image/png,");
  expect(chat.written).not.toContain("\u001bPq");
  expect(await leave(chat)).toBe(0);
});

it("are drawn as sixels by a terminal that says it can", async () => {
  await using chat = await openReadyChat(place);
  // What such a terminal answers; the emulator has said already that it cannot.
  chat.types("\u001b[?62;4;22c\u001b[6;24;12t");
  chat.types(`show image${KEYS.enter}`);
  await chat.until(() => chat.written.includes('\u001bPq"1;1;'), "a picture");
  expect(await leave(chat)).toBe(0);
});
