import { describe, expect, it } from "vitest";
import { COMPLETIONS_MAX } from "../limits.ts";
import { complete, type CommandEntry } from "./complete.ts";
import { searchBack, stepHistory } from "./history-place.ts";
import { findMentions, mentionAt, toMention } from "./mentions.ts";
import { insertMenuItem, isTypedOut, moveInMenu } from "./menu.ts";

const COMMANDS: readonly CommandEntry[] = [
  { name: "help", description: "Keys and commands" },
  { name: "mode", description: "Switch the mode", hint: "[MODE]", choices: [{ value: "code" }, { value: "chat" }] },
  {
    name: "level",
    description: "Set the level",
    hint: "[LEVEL]",
    choices: [
      { value: "auto", description: "asks before risky actions" },
      { value: "bypass", description: "asks only before dangerous actions" },
    ],
  },
  { name: "review", description: "The agent's", hint: "what" },
];
const FILES = ["src/main.ts", "src/map.ts", "README.md", "docs/my notes.md"];

const menuOf = (text: string, files: readonly string[] | undefined = FILES) =>
  complete(text, text.length, { commands: COMMANDS, files, wantFiles: () => undefined });
const labels = (text: string): string[] | undefined => menuOf(text)?.items.map(({ label }) => label);

describe("complete", () => {
  it("offers commands at the beginning, and what they take", () => {
    expect(labels("/")).toEqual(["/help", "/mode [MODE]", "/level [LEVEL]", "/review what"]);
    expect(labels("/re")).toEqual(["/review what"]);
    expect(labels("/mode c")).toEqual(["code", "chat"]);
    expect(labels("/level risky")).toEqual(["auto"]);
    // Its letters are in the description, in this order: it is a slip all the same.
    expect(labels("/level foo")).toBeUndefined();
    expect([labels("x /"), labels("/nope x"), labels("hello")]).toEqual([undefined, undefined, undefined]);
  });

  it("offers files after @, with the letters that matched", () => {
    const menu = menuOf("see @map");
    expect(menu?.start).toBe(4);
    expect(menu?.items[0]).toEqual({ label: "src/map.ts", insert: "@src/map.ts ", places: [4, 5, 6] });
    expect(labels("@notes")).toEqual(["docs/my notes.md"]);
    expect(menuOf("@notes")?.items[0]?.insert).toBe('@"docs/my notes.md" ');
  });

  it("asks for the files when they are wanted, and only then", () => {
    let wanted = 0;
    const sources = { commands: COMMANDS, files: undefined, wantFiles: () => (wanted += 1) };
    complete("hello", 5, sources);
    expect(complete("@m", 2, sources)).toBeUndefined();
    expect(wanted).toBe(1);
  });

  it("offers a limited number", () => {
    const many = Array.from({ length: 500 }, (_, index) => `file-${index}`);
    expect(menuOf("@file", many)?.items).toHaveLength(COMPLETIONS_MAX);
  });
});

describe("a menu", () => {
  it("moves round, and puts its item in the place of the word", () => {
    const menu = menuOf("see @ma and more");
    expect(menu).toBeUndefined();
    const open = complete("see @ma and more", 7, { commands: [], files: FILES, wantFiles: () => undefined });
    const item = open?.items[0];
    if (open === undefined || item === undefined) throw new Error("no menu");
    expect(moveInMenu(open, -1).selected).toBe(open.items.length - 1);
    expect(moveInMenu(open, open.items.length).selected).toBe(0);
    expect(insertMenuItem(open, item, "see @ma and more", 7)).toEqual({
      text: `see ${item.insert} and more`,
      cursor: 4 + item.insert.length,
    });
    expect(isTypedOut(open, item, `see ${item.insert.trim()}`, 4 + item.insert.trim().length)).toBe(true);
    expect(isTypedOut(open, item, "see @ma", 7)).toBe(false);
  });
});

describe("mentions", () => {
  it("are found where they are meant", () => {
    const paths = (text: string): string[] => findMentions(text).map(({ path }) => path);
    expect(paths("see @a.ts, @src/b.ts:10-20 and (@c).")).toEqual(["a.ts", "src/b.ts:10-20", "c"]);
    expect(paths('@"my file.ts":3 x')).toEqual(["my file.ts:3"]);
    expect(paths("mail me@example.com or @")).toEqual([]);
  });

  it("are cut out of the text exactly", () => {
    const text = 'a @b.ts, @"c d"';
    expect(findMentions(text).map(({ start, end }) => text.slice(start, end))).toEqual(["@b.ts", '@"c d"']);
  });

  it("are known while they are typed", () => {
    expect(mentionAt("see @sr", 7)).toEqual({ start: 4, query: "sr" });
    expect(mentionAt('see @"my f', 10)).toEqual({ start: 4, query: "my f" });
    expect(mentionAt("see @sr x", 9)).toBeUndefined();
    expect([toMention("a.ts"), toMention("a b.ts")]).toEqual(["@a.ts", '@"a b.ts"']);
  });
});

describe("the history", () => {
  it("keeps the draft until one comes back to it", () => {
    const place = { entries: ["one", "two"] };
    const back = stepHistory(place, -1, "draft");
    expect(back?.text).toBe("two");
    const further = back && stepHistory(back.place, -1, back.text);
    expect(further?.text).toBe("one");
    expect(further && stepHistory(further.place, -1, "one")).toBeUndefined();
    const forth = further && stepHistory(further.place, 1, "one");
    expect(forth && stepHistory(forth.place, 1, "two")?.text).toBe("draft");
  });

  it("is searched from the latest", () => {
    const entries = ["Fix it", "test", "fix that"];
    expect([searchBack(entries, "fix"), searchBack(entries, "FIX", 2), searchBack(entries, "zzz")]).toEqual([
      2,
      0,
      undefined,
    ]);
  });
});
