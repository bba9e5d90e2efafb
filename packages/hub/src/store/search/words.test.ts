import { createTempFolder } from "@parley/test-support";
import { expect, it } from "vitest";
import { DRIVERS, openDatabase } from "../sqlite/testing/drivers.ts";
import { findPhrase, splitWords } from "./words.ts";

/** Scripts that people write in, as far as SQLite knows them: its tables are those of Unicode 6.1. */
const RANGES = [
  [0x01, 0x37e],
  [0x384, 0x527],
  [0x5d0, 0x5ea],
  [0x620, 0x64a],
  [0x905, 0x939],
  [0xe01, 0xe30],
  [0x1e00, 0x1eff],
  [0x2000, 0x2064],
  [0x3041, 0x30ff],
  [0x4e00, 0x9fcc],
  [0xac00, 0xd7a3],
  [0x1f600, 0x1f600],
] as const;

const wordsOf = (text: string): string[] => Array.from(splitWords(text), ({ word }) => word);

it.each(DRIVERS)("has the same words as SQLite, by %s", async (driver) => {
  await using folder = await createTempFolder();
  const database = await openDatabase(driver, folder.file("words.db"));
  database.exec("create virtual table texts using fts5 (text, tokenize = 'unicode61')");
  database.exec("create virtual table words using fts5vocab (texts, 'instance')");
  const insert = database.prepare("insert into texts (rowid, text) values (?, ?)");
  const texts = new Map<number, string>();
  database.exec("begin");
  for (const [from, to] of RANGES) {
    for (let code = from; code <= to; code += 1) {
      if (/\p{Cn}/u.test(String.fromCodePoint(code))) continue;
      texts.set(code, `q${String.fromCodePoint(code)}z`);
      insert.run([code, texts.get(code) ?? ""]);
    }
  }
  database.exec("commit");
  const found = new Map<number, string[]>();
  const rows = database.prepare("select term, doc, offset from words").all([]);
  for (const { term, doc, offset } of rows as { term: string; doc: number; offset: number }[]) {
    const words = found.get(doc) ?? [];
    words[offset] = term;
    found.set(doc, words);
  }
  database.close();
  expect(texts.size).toBeGreaterThan(30_000);
  for (const [code, text] of texts) expect([code, wordsOf(text)]).toEqual([code, found.get(code)]);
});

it("finds words that follow each other", () => {
  const words = [...splitWords("The QUICK, brown fox; the quick-brown dog")];
  expect(findPhrase(words, ["quick", "brown"])).toEqual({ start: 4, end: 16 });
  expect(findPhrase(words, ["brown", "dog"])).toEqual({ start: 32, end: 41 });
  expect(findPhrase(words, ["fox", "quick"])).toBeUndefined();
  expect(findPhrase(words, ["dog", "dog"])).toBeUndefined();
});
