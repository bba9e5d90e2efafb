// Parses a mode file (Markdown with front matter, YAML or JSON) into fields, which mode-fields.ts validates.
import { isObject, type JsonObject } from "@parley/base";
import { parseUserJson, parseUserYaml, type ParsedText } from "@parley/home/user-files";
import { extname } from "node:path";
import { splitFrontMatter, toPlainLines } from "../text/front-matter.ts";
import { MODE_YAML_CHARS_MAX } from "../limits.ts";

export const MODE_EXTENSIONS: readonly string[] = [".md", ".yaml", ".yml", ".json"];

export type ParsedModeFile =
  | { readonly fields: JsonObject }
  /** What is wrong and how to fix it. */
  | { readonly wrong: string; readonly remedy: string };

/** The text below the front matter of a Markdown file is the field `instructions`. */
export async function parseModeFile(path: string, text: string): Promise<ParsedModeFile> {
  const extension = extname(path).toLowerCase();
  if (extension === ".json") return toFields(parseUserJson(text), 0);
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

/** `linesBefore`: lines of the file before the YAML, so that errors show the right line number. */
async function parseYamlMode(text: string, linesBefore: number): Promise<ParsedModeFile> {
  if (text.length > MODE_YAML_CHARS_MAX) {
    const remedy = "Put the instructions below the front matter of a Markdown file";
    return { wrong: `its YAML is over ${MODE_YAML_CHARS_MAX} characters`, remedy };
  }
  return toFields(await parseUserYaml(text), linesBefore);
}

function toFields(parsed: ParsedText, linesBefore: number): ParsedModeFile {
  if ("value" in parsed) {
    if (isObject(parsed.value)) return { fields: parsed.value };
    return { wrong: "it has no fields", remedy: "Add fields such as description: and tool_groups:" };
  }
  const { wrong, line, format } = parsed;
  if (line !== undefined) {
    return { wrong: `line ${line + linesBefore} is not ${format} (${wrong})`, remedy: "Fix it there" };
  }
  const remedy = "Write it without aliases and without deep nesting";
  return { wrong: `it cannot be read as ${format} (${wrong})`, remedy };
}
