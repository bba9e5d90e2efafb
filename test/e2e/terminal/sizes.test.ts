// The chat at three sizes, in two terminals that are not ours: they decide how wide text is, and nothing is cut or left over.
import { KEYS, SIZES } from "@parley/test-support/terminal";
import { readFile, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { KINDS, leave, openChatIn, READY } from "./opened-chat.ts";

let place: Place;
beforeEach(async () => {
  place = await openPlace();
});
afterEach(() => place[Symbol.asyncDispose]());

const WORDS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen";

for (const [kind, open] of KINDS) {
  describe.each(SIZES)(`${kind} at $columns×$rows`, (size) => {
    it("answers a question about a diff, and keeps the status line at the bottom", async () => {
      await writeFile(place.file("a.txt"), "alpha\nbeta\ngamma\n");
      await using chat = await openChatIn(open, place, size);
      await chat.sees(READY);
      chat.types(`edit a.txt beta => delta${KEYS.enter}`);
      await chat.sees("y Allow");
      const asked = (await chat.screen()).join("\n");
      expect(asked).toMatch(/2 +[-−] beta/);
      expect(asked).toMatch(/2 +\+ delta/);
      chat.types("y");
      await chat.sees("1 file changed");
      await chat.seesNo("Working");
      expect(await readFile(place.file("a.txt"), "utf8")).toBe("alpha\ndelta\ngamma\n");
      const rows = (await chat.screen()).filter((row) => row !== "");
      expect(rows.at(-1)).toMatch(/^ {2}Scripted agent/);
      expect(rows.at(-2)).toMatch(/^› /);
      expect(await leave(chat)).toBe(0);
    });

    it("wraps an answer between words, and prints every word once", async () => {
      await using chat = await openChatIn(open, place, size);
      await chat.sees(READY);
      chat.types(`say ${WORDS}${KEYS.enter}`);
      await chat.seesNo("Working");
      await chat.sees("sixteen › ");
      const printed = (await chat.everything()).join(" ").replace(/\s+/g, " ");
      expect(printed.split(WORDS)).toHaveLength(3);
      expect(await leave(chat)).toBe(0);
    });

    it.each([
      ["wide characters", "漢字かな交じり文", 16],
      ["emoji", "🚀👍✨", 6],
      ["combining marks", "e\u0301a\u0308o\u0302", 3],
      ["halfwidth forms and Hangul", "ｶﾀｶﾅ한국어", 10],
    ])("puts the cursor where the terminal has the end of %s", async (_, text, width) => {
      await using chat = await openChatIn(open, place, size);
      await chat.sees(READY);
      chat.types(text);
      await chat.sees(`› ${text}`);
      const { column, row } = await chat.cursor();
      expect({ column, row: (await chat.screen())[row] }).toEqual({ column: 2 + width, row: `› ${text}` });
      // Longer than a row: it wraps in the input, and the terminal adds no row of its own.
      chat.types(text.repeat(6));
      await expect.poll(async () => (await chat.screen()).join("").replace(/\s/g, "")).toContain(text.repeat(7));
      expect(await leave(chat)).toBe(0);
    });

    it("shows wide text in answers and tables within its rows", async () => {
      await using chat = await openChatIn(open, place, size);
      await chat.sees(READY);
      const table = String.raw`| 名前 | 値 |\n|---|---|\n| 東京タワー | 🚀 |\n| b | 二 |`;
      chat.types(`say ${table}${KEYS.enter}`);
      await chat.sees("東京タワー 🚀");
      const rows = await chat.screen();
      // The second column starts at the same cell in every row, by the terminal's own count.
      expect(rows).toEqual(expect.arrayContaining(["名前        値", "東京タワー  🚀", "b           二"]));
      expect(await leave(chat)).toBe(0);
    });
  });
}
