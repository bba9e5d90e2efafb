// Parses a command file: optional front matter, then the prompt.
import { isObject, type JsonObject, toOneLine } from "@parley/base";
import { parseUserYaml } from "@parley/home/user-files";
import { splitFrontMatter } from "../text/front-matter.ts";
import {
  COMMAND_DESCRIPTION_CHARS_MAX,
  COMMAND_HINT_CHARS_MAX,
  COMMAND_NAME_CHARS_MAX,
  FRONT_MATTER_CHARS_MAX,
} from "../limits.ts";

export interface CommandTemplate {
  readonly description: string;
  readonly hint: string | undefined;
  /** The mode and model that the session switches to. */
  readonly modeId: string | undefined;
  readonly modelId: string | undefined;
  readonly template: string;
  /** Unknown fields of the front matter. */
  readonly unknownFields: readonly string[];
}

export interface BrokenCommand {
  /** Names the field. */
  readonly wrong: string;
  readonly remedy: string;
}

const KNOWN = ["description", "argument-hint", "mode", "model"];
const HINT_LINE = /^argument-hint:[ \t]*([^\s"'|>].*)$/m;

export async function readCommandFile(text: string): Promise<CommandTemplate | BrokenCommand> {
  const { head = "", body, isUnclosed } = splitFrontMatter(text);
  const template = body.trim();
  if (isUnclosed) {
    return { wrong: "its front matter does not end", remedy: "Add a line --- after the fields" };
  }
  if (template === "") return { wrong: "it has no text", remedy: "Write the prompt below the front matter" };
  const fields = await parseHead(head);
  return "wrong" in fields ? (fields as BrokenCommand) : toTemplate(fields, template);
}

function toTemplate(fields: JsonObject, template: string): CommandTemplate | BrokenCommand {
  const description = readText(fields, "description", Number.POSITIVE_INFINITY);
  const hint = readText(fields, "argument-hint", COMMAND_HINT_CHARS_MAX);
  const modeId = readText(fields, "mode", COMMAND_NAME_CHARS_MAX);
  const modelId = readText(fields, "model", COMMAND_DESCRIPTION_CHARS_MAX);
  for (const field of [description, hint, modeId, modelId]) if (typeof field === "object") return field;
  return {
    description: typeof description === "string" ? description : firstLine(template),
    hint: typeof hint === "string" ? hint : guessHint(template),
    modeId: typeof modeId === "string" ? modeId : undefined,
    modelId: typeof modelId === "string" ? modelId : undefined,
    template,
    unknownFields: Object.keys(fields)
      .filter((field) => !KNOWN.includes(field))
      .map((field) => toOneLine(field, COMMAND_NAME_CHARS_MAX)),
  };
}

async function parseHead(head: string): Promise<JsonObject | BrokenCommand> {
  if (head.trim() === "") return {};
  if (head.length > FRONT_MATTER_CHARS_MAX) {
    const wrong = `its front matter is longer than ${FRONT_MATTER_CHARS_MAX} characters`;
    return { wrong, remedy: "Put the prompt below it" };
  }
  const parsed = await parseUserYaml(quoteHint(head));
  if ("wrong" in parsed) return notYaml(head, parsed.line ?? 1, parsed.wrong);
  const fields = parsed.value ?? {};
  if (isObject(fields)) return fields;
  return { wrong: "its front matter is empty", remedy: "Add fields such as description: or remove it" };
}

/** `line`: line of the front matter, from 1; the file has one line above it. */
function notYaml(head: string, line: number, message: string): BrokenCommand {
  const field = /^([\w-]+):/.exec(head.split("\n")[line - 1] ?? "")?.[1];
  const where = field === undefined ? `line ${line + 1}` : `the field ${field}, line ${line + 1},`;
  return { wrong: `${where} is not YAML (${message})`, remedy: "Fix it, or put quotes around the value" };
}

/** People write `[file] [line]`, which is not valid YAML. */
function quoteHint(head: string): string {
  return head.replace(HINT_LINE, (_, value: string) => `argument-hint: ${JSON.stringify(value.trim())}`);
}

/** Undefined if it is missing or empty. */
function readText(fields: JsonObject, field: string, charsMax: number): string | undefined | BrokenCommand {
  const value = fields[field];
  if (value === undefined || value === null) return undefined;
  const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  const text = isPlain ? String(value).trim() : undefined;
  if (text !== undefined && text.length <= charsMax) return text === "" ? undefined : text;
  const size = Number.isFinite(charsMax) ? ` of at most ${charsMax} characters` : "";
  return { wrong: `the field ${field} is invalid`, remedy: `Use text${size} for ${field}` };
}

function firstLine(template: string): string {
  const [line = ""] = template.split("\n");
  return toOneLine(line.replace(/^#+\s*/, ""), COMMAND_DESCRIPTION_CHARS_MAX);
}

function guessHint(template: string): string | undefined {
  return /\$(?:ARGUMENTS\b|[1-9](?!\d))/.test(template) ? "arguments" : undefined;
}
