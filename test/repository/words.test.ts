// Plain English: words that read as translated are refused in strings, comments and documents.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { root, workspaces } from "./workspaces.ts";

/** What to avoid, and what to write instead. */
const AVOIDED: readonly (readonly [RegExp, string])[] = [
  [/\bmend(s|ed|ing)?\b/i, "fix"],
  [/\b(go|goes|going|gone|went) on\b(?! (the|a|its|to the) (wire|disk|path|list))/i, "continue, resume"],
  [/\b(take|takes|taken|took|taking) (\w+ )?back\b/i, "undo, revert"],
  [/\b(take|takes|taken|took|taking) up\b/i, "resume, use"],
  [
    /\b(tells|telling)\b|\btold (of|about|as|when|once)\b|\b(is|are|was|were|be|been) told\b|\btell (how|what|whether|which|why|of)\b/i,
    "say, show, report",
  ],
  [/\bby (itself|themselves)\b/i, "automatically, on its own"],
  [/\bbeforehand\b/i, "in advance"],
  [/\bso (many|much)\b(?! (as|that|for))/i, "a number"],
  [/\bthere (is|are|was|were) (no|none|nothing)\b/i, "X not found, no X"],
  [/(?<!\bthere )\b(is|are|was|were) no (?!longer\b|more than\b|need\b|match\b|different\b)/i, "is not a"],
  [/\banew\b/i, "again"],
  [/\bgiven whole\b/i, "full command"],
  [/\b(nobody|somebody|everybody|whoever|whomever)\b/i, "the component, the user, any client"],
  [/\blet(s|ting)? go of\b/i, "release"],
  [/\bin good order\b/i, "cleanly"],
  [/\bwith patience\b/i, "leniently"],
  [/\bhas (a|no) say\b/i, "is ignored, decides"],
  [/\bno more\b(?! than)/i, "no longer"],
  [/\b(had|done|do|does|doing) without\b(?! (asking|a question|approval|your))/i, "skip, omit"],
  [/(^|[.!?] )behind (it|them)\.$/i, "a sentence with a subject"],
];

/** Fine in a comment ("undefined if there is none"), but not in what people read. */
const FINE_IN_COMMENTS = ["X not found, no X", "no longer"];

interface Finding {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((path) => path !== "");
const sources = files.filter(
  (path) => /\.[cm]?tsx?$|\.mjs$/.test(path) && !/\/(generated|fixtures|testing)\/|\.test\.ts$|\.d\.ts$/.test(path),
);
const documents = files.filter((path) => path.endsWith(".md"));

function findIn(file: string, line: number, text: string, fine: readonly string[] = []): Finding[] {
  const found = AVOIDED.filter(([pattern, instead]) => !fine.includes(instead) && pattern.test(text));
  return found.length === 0
    ? []
    : [{ file, line, text: `${text.trim().slice(0, 160)} (${found.map(([, instead]) => instead).join("; ")})` }];
}

function inStrings(file: string): Finding[] {
  const source = readFileSync(join(root, file), "utf8");
  const { program } = parseSync(file, source);
  const findings: Finding[] = [];
  const look = (at: number, text: string): void => {
    findings.push(...findIn(file, source.slice(0, at).split("\n").length, text));
  };
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === "string") look(node.start, node.value);
    },
    TemplateLiteral: (node) => look(node.start, node.quasis.map((part) => part.value.cooked ?? "").join("…")),
    JSXText: (node) => look(node.start, node.value),
  }).visit(program);
  return findings;
}

function inComments(file: string): Finding[] {
  const source = readFileSync(join(root, file), "utf8");
  return parseSync(file, source).comments.flatMap((comment) =>
    findIn(
      file,
      source.slice(0, comment.start).split("\n").length,
      comment.value.replaceAll(/\n\s*\*?\s*/g, " "),
      FINE_IN_COMMENTS,
    ),
  );
}

const print = (findings: readonly Finding[]): string[] =>
  findings.map(({ file, line, text }) => `${file}:${line} ${text}`);

const folders = [...Object.values(workspaces).map(({ folder }) => folder), "test", "bench", "scripts", "examples"];

describe.each(folders)("%s", (folder) => {
  const own = sources.filter((path) => path.startsWith(`${folder}/`));
  it("has plain strings", () => expect(print(own.flatMap(inStrings))).toEqual([]));
  it("has plain comments", () => expect(print(own.flatMap(inComments))).toEqual([]));
});

const LINE_MAX = 130;

/** Lines of prose: not in a table, a fence or a line that one long link fills. */
function proseOf(path: string): string[] {
  const text = readFileSync(join(root, path), "utf8").replaceAll(/^ *```[\s\S]*?^ *```/gm, "");
  return text.split("\n").filter((line) => !/^\s*\|/.test(line) && !/^\S*\]\(\S+\)\S*$/.test(line));
}

describe("documents", () => {
  it.each(documents)("%s wraps its prose", (path) => {
    expect(proseOf(path).filter((line) => line.length > LINE_MAX)).toEqual([]);
  });

  it.each(documents)("%s", (path) => {
    const lines = readFileSync(join(root, path), "utf8").split("\n");
    expect(print(lines.flatMap((text, index) => findIn(path, index + 1, text)))).toEqual([]);
  });
});
