// What agents put into `rawInput`, under the many names they have for the same thing.
import { isObject, type JsonObject, parseObject } from "@parley/home";
import type { CommandInput } from "@parley/machine";

const COMMAND_KEYS = [
  "command",
  "cmd",
  "script",
  "commandLine",
  "command_line",
  "shell_command",
  "shellCommand",
  "bash",
];
const PATH_KEYS = [
  "path",
  "file_path",
  "filePath",
  "filepath",
  "file",
  "filename",
  "fileName",
  "abs_path",
  "absolute_path",
  "absolutePath",
  "notebook_path",
  "target_file",
  "targetFile",
  "dir_path",
];
/** Where something goes from and to; elsewhere these words mean lines, dates and texts. */
const MOVE_KEYS = ["source", "destination", "from", "to", "old_path", "oldPath", "new_path", "newPath"];
const PATH_LIST_KEYS = ["paths", "files", "file_paths"];
const URL_KEYS = ["url", "uri", "href"];
const FOLDER_KEYS = ["cwd", "workdir", "working_directory", "workingDirectory", "directory", "dir"];

export type RawInput = JsonObject;

/** An object as it is, or as JSON; anything else has no fields. */
export function toFields(raw: unknown): RawInput {
  if (isObject(raw)) return raw;
  if (typeof raw !== "string" || !raw.trimStart().startsWith("{")) return {};
  // It may be a text that begins with a brace.
  return parseObject(raw) ?? {};
}

/** Every command it names; more than one is for policy to judge one by one. */
export function findCommands(raw: unknown): readonly CommandInput[] {
  const fields = toFields(raw);
  const found = COMMAND_KEYS.flatMap((key) => toCommands(fields[key], fields["args"]));
  if (isTexts(fields["commands"])) found.push(fields["commands"].join("\n"));
  if (Object.keys(fields).length === 0) found.push(...toCommands(raw, undefined));
  const known = new Map(found.map((command) => [JSON.stringify(command), command]));
  return [...known.values()];
}

export function findPaths(raw: unknown, isMove: boolean): readonly string[] {
  const fields = toFields(raw);
  const lists = PATH_LIST_KEYS.flatMap((key) => (isTexts(fields[key]) ? fields[key] : []));
  return [...textsOf(fields, PATH_KEYS), ...textsOf(fields, isMove ? MOVE_KEYS : []), ...lists];
}

export function findUrls(raw: unknown): readonly string[] {
  const fields = toFields(raw);
  return [...textsOf(fields, URL_KEYS), ...(isTexts(fields["urls"]) ? fields["urls"] : [])];
}

/** Where a command would run. */
export function findFolder(raw: unknown): string | undefined {
  return textsOf(toFields(raw), FOLDER_KEYS)[0];
}

export function findVariables(raw: unknown): Readonly<Record<string, string>> {
  const env = toFields(raw)["env"];
  if (!isObject(env)) return {};
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** A line, or a program with its words; the words may stand beside it. */
function toCommands(value: unknown, args: unknown): CommandInput[] {
  if (isObject(value)) return COMMAND_KEYS.flatMap((key) => toCommands(value[key], value["args"]));
  const [command, ...rest] = isTexts(value) ? value : [value];
  if (typeof command !== "string" || command.trim() === "") return [];
  const words = [...rest.filter((word) => typeof word === "string"), ...(isTexts(args) ? args : [])];
  return [words.length === 0 ? command : { command, args: words }];
}

function textsOf(fields: RawInput, keys: readonly string[]): string[] {
  return keys.flatMap((key) => {
    const value = fields[key];
    return typeof value === "string" && value !== "" ? [value] : [];
  });
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string");
}
