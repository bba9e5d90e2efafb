// What agents put into `rawInput`, under the many names they have for a path and for a command.
import { fieldsOf, NO_FIELDS, pathOf, textOf, textsOf, type Fields } from "./fields.ts";
import { COMMAND_CHARS_MAX } from "./limits.ts";

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
  "file_name",
  "abs_path",
  "absPath",
  "absolute_path",
  "absolutePath",
  "relative_path",
  "relativePath",
  "relative_workspace_path",
  "notebook_path",
  "notebookPath",
  "target_file",
  "targetFile",
  "target_path",
  "dir_path",
  "directory_path",
];
/** Where something goes from and to; elsewhere these words mean lines, dates and texts. */
const MOVE_KEYS = ["source", "destination", "from", "to", "old_path", "oldPath", "new_path", "newPath"];
const LIST_KEYS = ["paths", "files", "file_paths", "filePaths", "absolute_paths", "target_files"];
/** Lists of edits, each with a path of its own. */
const EDIT_KEYS = ["edits", "changes", "operations"];
const FOLDER_KEYS = ["cwd", "workdir", "working_directory", "workingDirectory", "directory", "dir"];
/** `*** Update File: a.ts` and its like in a patch. */
const PATCH_KEYS = ["patch", "patch_text", "patchText", "input", "diff"];
const PATCHED = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (\S[^\r\n]*)/gm;
/** A removed line may begin like the first of these, but is not followed by the second. */
const COMPARED = /^--- (?:a\/)?(\S[^\t\r\n]*)(?:[\t\r][^\n]*)?\n\+\+\+ (?:b\/)?(\S[^\t\r\n]*)/gm;
const SHELL = /^(?:\/\S*\/)?(?:ba|z|da|k|fi)?sh$/;

/** An object as it is, or as JSON text; anything else has no fields. */
export function inputFields(raw: unknown): Fields {
  const text = typeof raw === "string" ? raw.trimStart() : "";
  if (!text.startsWith("{") || text.length > COMMAND_CHARS_MAX) return fieldsOf(raw);
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return NO_FIELDS; // A text that begins with a brace.
  }
}

export function findPaths(fields: Fields, isMove: boolean): readonly string[] {
  if (fields === NO_FIELDS) return [];
  const keys = isMove ? [...PATH_KEYS, ...MOVE_KEYS] : PATH_KEYS;
  const found = keys.flatMap((key) => textOf(fields[key]) ?? []);
  for (const key of LIST_KEYS) {
    found.push(...textsOf(fields[key]));
    if (Array.isArray(fields[key])) found.push(...pathsOfItems(fields[key]));
  }
  for (const key of EDIT_KEYS) found.push(...pathsOfItems(fields[key]));
  return found;
}

/** Of edits by path: `changes: {"/a.ts": {…}}`, or the text of a patch. */
export function findPatched(fields: Fields): readonly string[] {
  if (fields === NO_FIELDS) return [];
  const found: string[] = [];
  const { changes } = fields;
  if (!Array.isArray(changes)) found.push(...Object.keys(fieldsOf(changes)));
  for (const key of PATCH_KEYS) {
    const text = textOf(fields[key])?.slice(0, COMMAND_CHARS_MAX * 4) ?? "";
    for (const [, path = ""] of text.matchAll(PATCHED)) found.push(path);
    for (const [, before = "", after = ""] of text.matchAll(COMPARED)) {
      found.push(...[before, after].filter((path) => path !== "/dev/null"));
    }
  }
  return [...new Set(found)];
}

/** The command as one line; its words if it came as words. */
export function findCommand(fields: Fields): string | undefined {
  if (fields === NO_FIELDS) return undefined;
  for (const key of COMMAND_KEYS) {
    const found = toLine(fields[key], fields["args"]) ?? nested(fields[key]);
    if (found !== undefined && !isVerb(found, fields)) return found.slice(0, COMMAND_CHARS_MAX);
  }
  const lines = textsOf(fields["commands"]);
  return lines.length === 0 ? undefined : lines.join("\n").slice(0, COMMAND_CHARS_MAX);
}

/** A program and its words as a line that reads the same; `bash -lc line` is the line. */
export function toLine(command: unknown, args: unknown): string | undefined {
  const words = [...(typeof command === "string" ? [command] : textsOf(command)), ...textsOf(args)];
  const [first = "", second = "", third] = words;
  if (first.trim() === "") return undefined;
  if (words.length === 3 && third !== undefined && SHELL.test(first) && /^-\w*c$/.test(second)) return third;
  return words.length === 1 ? first : words.map((word, index) => (index === 0 ? word : quote(word))).join(" ");
}

/** Where a command runs. */
export function findFolder(fields: Fields): string | undefined {
  for (const key of FOLDER_KEYS) {
    const folder = pathOf(fields[key]);
    if (folder !== undefined) return folder;
  }
  return undefined;
}

/** `{command: "view", path: "a.ts"}` is an editor's, and no line for a shell. */
export function isVerb(command: string, fields: Fields): boolean {
  return !/[\s/\\]/.test(command) && PATH_KEYS.some((key) => textOf(fields[key]) !== undefined);
}

function nested(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const fields = fieldsOf(value);
  for (const key of COMMAND_KEYS) {
    const found = toLine(fields[key], fields["args"]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function pathsOfItems(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, 200).flatMap((item) => PATH_KEYS.flatMap((key) => textOf(fieldsOf(item)[key]) ?? []));
}

function quote(word: string): string {
  return /^[\w@%+=:,./\\~-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
