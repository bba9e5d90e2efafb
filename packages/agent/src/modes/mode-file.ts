// Takes a mode file apart: Markdown with front matter, YAML or JSON. What comes out has names, and nobody has checked it.
import { extname } from "node:path";
import { MODE_YAML_CHARS_MAX } from "./limits.ts";

export const MODE_EXTENSIONS: readonly string[] = [".md", ".yaml", ".yml", ".json"];

export type ParsedModeFile =
  | { readonly fields: Readonly<Record<string, unknown>> }
  /** What is wrong, and what to do about it. */
  | { readonly wrong: string; readonly remedy: string };

/** The text below the front matter of a Markdown file is the field `instructions`. */
export async function parseModeFile(path: string, text: string): Promise<ParsedModeFile> {
  const plain = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const extension = extname(path).toLowerCase();
  if (extension === ".json") return parseJson(plain);
  if (extension !== ".md") return parseYaml(plain, 0);
  const end = plain.startsWith("---\n") ? plain.search(/\n---[ \t]*(\n|$)/) : -1;
  if (end < 0) {
    return {
      wrong: "it has no front matter",
      remedy:
        "Begin it with a line ---, fields such as description: and tool_groups:, and a line --- before the instructions",
    };
  }
  const parsed = await parseYaml(plain.slice(4, end + 1), 1);
  if ("wrong" in parsed) return parsed;
  const body = plain.slice(plain.indexOf("\n", end + 1) + 1 || plain.length).trim();
  return body === "" ? parsed : { fields: { ...parsed.fields, instructions: body } };
}

function parseJson(text: string): ParsedModeFile {
  try {
    return toFields(JSON.parse(text));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { wrong: `it is not JSON (${why})`, remedy: "Correct it there" };
  }
}

/** `linesBefore`: of the file, so that a line number is right. */
async function parseYaml(text: string, linesBefore: number): Promise<ParsedModeFile> {
  if (text.length > MODE_YAML_CHARS_MAX) {
    const remedy = "Put the instructions below the front matter of a Markdown file";
    return { wrong: `its YAML is over ${MODE_YAML_CHARS_MAX} characters`, remedy };
  }
  // Only who has a mode of their own pays for reading it.
  const { LineCounter, parseDocument } = await import("yaml");
  const lineCounter = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter, logLevel: "silent", prettyErrors: false });
    const [first] = [...document.errors, ...document.warnings];
    if (first !== undefined) {
      const { line } = lineCounter.linePos(first.pos[0]);
      return { wrong: `line ${line + linesBefore} is not YAML (${first.message})`, remedy: "Correct it there" };
    }
    // Nobody needs aliases here, and a few of them can be made to stand for gigabytes.
    return toFields(document.toJS({ maxAliasCount: 0 }));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { wrong: `it cannot be read as YAML (${why})`, remedy: "Write it without aliases and without deep nesting" };
  }
}

function toFields(value: unknown): ParsedModeFile {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return { fields: value as Readonly<Record<string, unknown>> };
  }
  return { wrong: "it has no fields", remedy: "Write fields such as description: and tool_groups:" };
}
