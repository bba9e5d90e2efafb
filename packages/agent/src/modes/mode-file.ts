// Parses a mode file (Markdown with front matter, YAML or JSON) into fields, which mode-fields.ts validates.
import { parseJson, isObject, type JsonObject } from "@parley/base";
import { extname } from "node:path";
import { splitFrontMatter, toPlainLines } from "../text/front-matter.ts";
import { parseYaml } from "../text/parse-yaml.ts";
import { messageOf } from "../text/sentences.ts";
import { MODE_YAML_CHARS_MAX } from "../limits.ts";

export const MODE_EXTENSIONS: readonly string[] = [".md", ".yaml", ".yml", ".json"];

export type ParsedModeFile =
  | { readonly fields: JsonObject }
  /** What is wrong and how to fix it. */
  | { readonly wrong: string; readonly remedy: string };

/** The text below the front matter of a Markdown file is the field `instructions`. */
export async function parseModeFile(path: string, text: string): Promise<ParsedModeFile> {
  const extension = extname(path).toLowerCase();
  if (extension === ".json") return parseJsonMode(toPlainLines(text));
  if (extension !== ".md") return parseYamlMode(toPlainLines(text), 0);
  const { head, body } = splitFrontMatter(text);
  if (head === undefined) {
    return {
      wrong: "it has no front matter",
      remedy:
        "Start with a line ---, fields such as description: and tool_groups:, and a line --- before the instructions",
    };
  }
  const parsed = await parseYamlMode(head, 1);
  if ("wrong" in parsed || body.trim() === "") return parsed;
  return { fields: { ...parsed.fields, instructions: body.trim() } };
}

function parseJsonMode(text: string): ParsedModeFile {
  try {
    return toFields(parseJson(text));
  } catch (error) {
    return { wrong: `it is not JSON (${messageOf(error)})`, remedy: "Fix it there" };
  }
}

/** `linesBefore`: lines of the file before the YAML, so that errors show the right line number. */
async function parseYamlMode(text: string, linesBefore: number): Promise<ParsedModeFile> {
  if (text.length > MODE_YAML_CHARS_MAX) {
    const remedy = "Put the instructions below the front matter of a Markdown file";
    return { wrong: `its YAML is over ${MODE_YAML_CHARS_MAX} characters`, remedy };
  }
  const parsed = await parseYaml(text);
  if ("value" in parsed) return toFields(parsed.value);
  const { wrong, line } = parsed;
  if (line !== undefined) {
    return { wrong: `line ${line + linesBefore} is not YAML (${wrong})`, remedy: "Fix it there" };
  }
  return { wrong: `it cannot be read as YAML (${wrong})`, remedy: "Write it without aliases and without deep nesting" };
}

function toFields(value: unknown): ParsedModeFile {
  if (isObject(value)) return { fields: value };
  return { wrong: "it has no fields", remedy: "Add fields such as description: and tool_groups:" };
}
