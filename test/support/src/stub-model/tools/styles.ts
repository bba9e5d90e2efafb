// The table of tool styles: for each intent, what the tools of the agents that we know look like, best first.
import type { OfferedTool } from "../conversation.ts";
import type { Intent } from "../script/instruction.ts";
import { addFile, quoteShell, replaceByShell, updateFile } from "./by-text.ts";
import { propertyOf, toInput, typeOf, valueOf, type ToolStyle } from "./tool-style.ts";

const PATHS = ["file_path", "filePath", "absolute_path", "path", "target_file", "file"];
const CONTENTS = ["content", "file_text", "file_content", "contents", "fileContent", "text"];
const OLD_TEXTS = ["old_string", "oldString", "old_str", "oldText", "before", "old_text"];
const NEW_TEXTS = ["new_string", "newString", "new_str", "newText", "after", "new_text"];
const SHELLS =
  /^(bash|shell|run_shell_command|exec_command|run_command|run_commands|execute_command|shell_command|launch-process)$/i;
const EDITORS = /^(text_editor|editor|str_replace_based_edit_tool|str_replace_editor|str-replace-editor)$/i;

/** For agents that do everything by commands. */
function byShell<Kind extends Intent["kind"]>(
  toCommand: (intent: Extract<Intent, { kind: Kind }>) => string,
): ToolStyle<Kind> {
  return {
    name: SHELLS,
    toInput: (intent, tool) => {
      const input = toShellInput(toCommand(intent), tool);
      return input === undefined ? undefined : { ...input, ...toEscalation(tool) };
    },
  };
}

function toShellInput(command: string, tool: OfferedTool): Record<string, unknown> | undefined {
  const property = propertyOf(tool, "command", "cmd", "commands", "script");
  if (property === undefined) return undefined;
  if (typeOf(tool, property) !== "array") return { [property]: command };
  return { [property]: property === "commands" ? [command] : ["bash", "-c", command] };
}

/** A shell in a sandbox asks for permission only where the model wants to leave it. */
function toEscalation(tool: OfferedTool): Record<string, unknown> {
  const value = valueOf(tool, "sandbox_permissions", "require_escalated");
  return value === undefined ? {} : { sandbox_permissions: value, justification: "The script says so." };
}

export const styles: { readonly [Kind in Intent["kind"]]: readonly ToolStyle<Kind>[] } = {
  read: [
    {
      name: /^(read|read_file|view|view_file)$/i,
      toInput: ({ path }, tool) => toInput([propertyOf(tool, ...PATHS), path]),
    },
    {
      name: EDITORS,
      toInput: ({ path }, tool) =>
        toInput(["command", valueOf(tool, "command", "view")], [propertyOf(tool, ...PATHS), path]),
    },
    { name: /^(read_files)$/i, toInput: ({ path }, tool) => toFileList(tool, [path]) },
    byShell(({ path }) => `cat ${quoteShell(path)}`),
  ],
  write: [
    {
      name: /^(write|write_file|create|create_file|write_to_file|save-file)$/i,
      toInput: ({ path, text }, tool) =>
        toInput([propertyOf(tool, ...PATHS), path], [propertyOf(tool, ...CONTENTS), text]),
    },
    {
      name: EDITORS,
      toInput: ({ path, text }, tool) =>
        toInput(
          ["command", valueOf(tool, "command", "write", "create")],
          [propertyOf(tool, ...PATHS), path],
          [propertyOf(tool, ...CONTENTS), text],
        ),
    },
    { name: /^apply_patch$/, toInput: ({ path, text }, tool) => toPatchInput(addFile(path, text), tool) },
    byShell(({ path, text }) => `printf '%s' ${quoteShell(text)} > ${quoteShell(path)}`),
  ],
  edit: [
    {
      name: /^(edit|edit_file|replace|replace_in_file|str_replace|multi_edit|editor)$/i,
      toInput: ({ path, oldText, newText }, tool) => toEditInput(tool, path, oldText, newText),
    },
    {
      name: EDITORS,
      toInput: ({ path, oldText, newText }, tool) =>
        toInput(
          ["command", valueOf(tool, "command", "str_replace", "edit", "replace")],
          [propertyOf(tool, ...PATHS), path],
          [propertyOf(tool, ...OLD_TEXTS), oldText],
          [propertyOf(tool, ...NEW_TEXTS), newText],
        ),
    },
    {
      name: /^apply_patch$/,
      toInput: ({ path, oldText, newText }, tool) => toPatchInput(updateFile(path, oldText, newText), tool),
    },
    byShell(({ path, oldText, newText }) => replaceByShell(path, oldText, newText)),
  ],
  run: [byShell(({ command }) => command)],
  mcp: [{ name: /./, toInput: ({ input }) => input }],
};

function toEditInput(
  tool: OfferedTool,
  path: string,
  oldText: string,
  newText: string,
): Record<string, unknown> | undefined {
  const file = propertyOf(tool, ...PATHS);
  const flat = toInput(
    [file, path],
    [propertyOf(tool, ...OLD_TEXTS), oldText],
    [propertyOf(tool, ...NEW_TEXTS), newText],
  );
  if (flat !== undefined || propertyOf(tool, "edits") === undefined) return flat;
  return toInput([file, path], ["edits", [{ oldText, newText }]]);
}

function toFileList(tool: OfferedTool, paths: readonly string[]): Record<string, unknown> | undefined {
  return toInput([propertyOf(tool, "paths", "files"), paths]);
}

/** As plain text where the tool takes that, else in its one property. */
function toPatchInput(patch: string, tool: OfferedTool): Record<string, unknown> | string | undefined {
  return tool.schema === undefined ? patch : toInput([propertyOf(tool, "input", "patch", "patchText"), patch]);
}
