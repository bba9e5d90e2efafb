// What a tool does, by the kind that the agent says or by the names that tools have; and what that is for the files it names.
import { fieldsOf, wordsOf, type Fields } from "./fields.ts";
import type { FileAction } from "./observation.ts";

const KIND_BY_NAME: ReadonlyMap<string, string> = new Map([
  ...["bash", "shell", "terminal", "exec", "exec_command", "execute_command", "run_command", "run_shell_command"].map(
    toRow("execute"),
  ),
  ...["run_terminal_cmd", "run_terminal_command", "launch-process", "process"].map(toRow("execute")),
  ...["read", "read_file", "read_many_files", "view", "view_file", "cat", "open_file"].map(toRow("read")),
  ...["glob", "grep", "grep_search", "list", "list_directory", "list_dir", "ls", "search", "search_files", "find"].map(
    toRow("search"),
  ),
  ...["apply_patch", "patch", "create_file", "edit", "edit_file", "multi_edit", "multiedit", "replace"].map(
    toRow("edit"),
  ),
  ...["str_replace", "str_replace_editor", "text_editor", "write", "write_file", "write_to_file", "save-file"].map(
    toRow("edit"),
  ),
  ...["delete", "delete_file", "remove_file", "rm"].map(toRow("delete")),
  ...["move", "move_file", "rename", "rename_file"].map(toRow("move")),
]);
/** What adapters put before the names of their agent's own tools. */
const OWN_PREFIX = /^mcp__acp__/;
const NAME = /^[\w:.-]{1,100}$/;

/** Kinds that change something. */
const EFFECTS: ReadonlySet<string> = new Set(["edit", "delete", "move", "execute"]);
const WRITES: ReadonlySet<string> = new Set(["edit", "delete", "move"]);

export function isEffect(kind: string | undefined): boolean {
  return kind !== undefined && EFFECTS.has(kind);
}

/** What naming a file in `locations` or `rawInput` means; undefined if it means nothing. */
export function actionOf(kind: string | undefined): FileAction | undefined {
  if (kind === undefined) return "read";
  if (WRITES.has(kind)) return "write";
  if (kind === "search") return "search";
  return kind === "think" || kind === "fetch" || kind === "switch_mode" ? undefined : "read";
}

/** The name of the tool: said, or kept in `_meta` by an adapter, or a title that is one. */
export function findToolName({ name, title, _meta }: Fields): string | undefined {
  const said = wordsOf(name) ?? nameInMeta(_meta);
  if (said !== undefined) return said.replace(OWN_PREFIX, "");
  const text = wordsOf(title)?.toLowerCase();
  return text !== undefined && KIND_BY_NAME.has(text) ? text : undefined;
}

/** What the agent says; where that is nothing, what the name says. */
export function findToolKind(kind: unknown, name: string | undefined): string | undefined {
  const said = wordsOf(kind);
  if (said !== undefined && said !== "other") return said;
  return KIND_BY_NAME.get(name?.toLowerCase() ?? "") ?? said;
}

/** `_meta.<agent>.toolName` or one level below. */
function nameInMeta(meta: unknown): string | undefined {
  for (const part of Object.values(fieldsOf(meta))) {
    const fields = fieldsOf(part);
    const name = wordsOf(fields["toolName"]) ?? wordsOf(fieldsOf(fields["toolCall"])["toolName"]);
    if (name !== undefined && NAME.test(name)) return name;
  }
  return undefined;
}

function toRow(kind: string): (name: string) => [string, string] {
  return (name) => [name, kind];
}
