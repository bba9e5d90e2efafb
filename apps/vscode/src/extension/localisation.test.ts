// Every text of the extension exists in English and German: those of the manifest, those that its code asks for, and those of the
// packages that it is made of, such as the chat.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { toSentenceKeys } from "../testing/server-sentences.ts";
import { findSpokenTexts, findUnspokenTexts } from "../testing/spoken-texts.ts";

type Texts = Readonly<Record<string, string>>;

const folder = join(import.meta.dirname, "../..");
const read = (name: string): Texts => JSON.parse(readFileSync(join(folder, name), "utf8")) as Texts;
const placeholders = (text: string): readonly string[] => (text.match(/\{\d\}/g) ?? []).toSorted();

const LITERAL = /\bl10n\.t\(\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/g;
const CALL = /\bl10n\.t\(/g;
const PLAIN = /"[A-Za-z]+(?: [a-z]+)+"/g;
/** What is typed as it is, in any language. */
const COMMANDS = ['"goose acp"', '"session start"'];

const sources = readdirSync(join(folder, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(folder, "src", name), "utf8") }));

const spoken = findSpokenTexts();
const used = [
  ...new Set([
    ...sources.flatMap(({ text }) => [...text.matchAll(LITERAL)].map(([, literal = ""]) => toText(literal))),
    ...spoken.keys.map(({ text }) => text),
    ...toSentenceKeys(),
  ]),
];
/** Names, keys of the keyboard and classes; words for an agent, for the terminal, and of a constant that is translated later. */
const NOT_SAID_IN_THE_CHAT = [
  "VS Code",
  "(file not named)",
  "Home",
  "Enter",
  "not understood:",
  "markdown-list markdown-list-loose",
  '", which this agent does not accept]',
  "The agent sent an update of an unknown kind.",
  "Agent restarted.",
  "Agent restarted; conversation restored.",
];

/** A literal as the formatter writes it: in single quotes only if it has double ones. */
function toText(literal: string): string {
  const inner = literal.startsWith("'")
    ? literal.slice(1, -1).replaceAll('"', '\\"').replaceAll("\\'", "'")
    : literal.slice(1, -1);
  return JSON.parse(`"${inner}"`) as string;
}

describe("the texts of the manifest", () => {
  const [english, german] = [read("package.nls.json"), read("package.nls.de.json")];

  it("are in German as well", () => {
    expect(Object.keys(german).toSorted()).toEqual(Object.keys(english).toSorted());
    expect(Object.keys(german).filter((key) => german[key]?.trim() === "")).toEqual([]);
  });

  it("run the same commands in both", () => {
    const commands = (text: string): readonly string[] => (text.match(/\(command:[^)]+\)/g) ?? []).toSorted();
    for (const key of Object.keys(english)) expect(commands(german[key] ?? "")).toEqual(commands(english[key] ?? ""));
  });
});

describe("the texts of the code", () => {
  it("are literals, so that they can be found", () => {
    const odd = sources.filter(({ text }) => (text.match(CALL) ?? []).length !== [...text.matchAll(LITERAL)].length);
    expect(odd.map(({ name }) => name)).toEqual([]);
  });

  it.each(["l10n/bundle.l10n.json", "l10n/bundle.l10n.de.json"])("are in %s, and no others", (name) => {
    const texts = read(name);
    expect(used.filter((text) => !(text in texts))).toEqual([]);
    expect(Object.keys(texts).filter((text) => !used.includes(text))).toEqual([]);
    for (const [text, translated] of Object.entries(texts))
      expect(placeholders(translated)).toEqual(placeholders(text));
  });

  /** The descriptions of tools are for models. */
  it("are all words that it has", () => {
    const shown = sources.filter(({ name }) => !/^(webview|testing|extension.tools)/.test(name));
    const found = shown.flatMap(({ text }) => text.replaceAll(LITERAL, "").match(PLAIN) ?? []);
    expect(found.filter((words) => !COMMANDS.includes(words))).toEqual([]);
  });

  it("are asked for when they are shown, and not while a module is loaded", () => {
    expect(spoken.wrong).toEqual([]);
  });

  it("are all words of the chat", async () => {
    const unspoken = await findUnspokenTexts();
    expect(unspoken.filter(({ text }) => !NOT_SAID_IN_THE_CHAT.includes(text))).toEqual([]);
  });

  it("are what an error begins with", () => {
    const plain = sources.flatMap(({ name, text }) => (/\battempt\(window, [`"]/.test(text) ? name : []));
    expect(plain).toEqual([]);
  });
});
