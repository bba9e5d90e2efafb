// What a server asks in English is read in German: the sentences of its policy, its answers, and what they are remembered for.
import { setWords } from "@parley/base";
import { readProposal, readSentence, toPermissionChoices } from "@parley/chat-model";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../../../../..");
const words = JSON.parse(readFileSync(join(root, "apps/vscode/l10n/bundle.l10n.de.json"), "utf8")) as Record<
  string,
  string
>;

beforeAll(() => setWords(words, "de"));
afterAll(() => setWords({}, "en"));

it.each([
  [
    "Supervised mode: writing add.js needs your approval",
    "Modus „Überwacht“: Das Schreiben von add.js erfordert Ihre Zustimmung",
  ],
  [
    "rm permanently deletes or overwrites many files at once; your earlier choice does not cover this",
    "rm löscht oder überschreibt viele Dateien auf einmal und endgültig; Ihre frühere Antwort deckt das nicht ab",
  ],
  ["Because our team says so", "Because our team says so"],
])("the reason %j is %j", (english, german) => {
  expect(readSentence(english)).toBe(german);
});

it("a sentence with a path of impossible length stays as it is, at once", () => {
  const sentence = `Supervised mode: writing ${"a; the rule b ".repeat(100_000)} needs your approval`;
  expect(readSentence(sentence)).toBe(sentence);
  expect(readProposal(sentence)).toBe(sentence);
});

it("what is remembered is named, also where several are listed", () => {
  expect(readProposal("writing src/a.ts")).toBe("Schreiben von src/a.ts");
  const options = [
    { optionId: "parley:allow", name: "Allow once", kind: "allow_once" },
    {
      optionId: "parley:allow-session",
      name: "Allow commands that start with `npm test`, writing out.txt for this session",
      kind: "allow_always",
    },
    { optionId: "parley:reject", name: "Reject", kind: "reject_once" },
    { optionId: "own", name: "Allow once", kind: "allow_once" },
  ] as const;
  expect(toPermissionChoices(options).map(({ label }) => label)).toEqual([
    "Einmal zulassen",
    "Befehle mit dem Anfang `npm test`, Schreiben von out.txt für diese Sitzung zulassen",
    "Ablehnen",
    "Allow once",
  ]);
});

describe("the sentences of policy", () => {
  const folder = join(root, "packages/policy/src");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const texts = names
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"));
  /** As they read with names in them. Those of sensitive files follow a name. */
  const sentences = texts.flatMap((text) =>
    [...text.matchAll(/\bsentence(?::| =)\s*(["`])(.*?)\1/g)].map(([, , sentence = ""]) =>
      (/^[a-z]/.test(sentence) ? `x ${sentence}` : sentence)
        .replace("${why}", "a rule denies some files")
        .replaceAll(/\$\{[^}]*\}/g, "x"),
    ),
  );

  it("are all known", () => {
    expect(sentences.length).toBeGreaterThan(30);
    expect(sentences.filter((sentence) => sentence !== "x x" && readSentence(sentence) === sentence)).toEqual([]);
  });
});
