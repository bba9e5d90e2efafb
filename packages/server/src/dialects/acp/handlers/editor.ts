// An editor's reports: its documents, so that most files are read from the disk without asking it, and its tools.
import type { AgentHandlers } from "@parley/acp";
import { isObject, ParleyError } from "@parley/base";
import type { EditorDocument, EditorTool } from "@parley/hub";
import { isAbsolute } from "node:path";
import {
  EDITOR_DOCUMENTS_MAX,
  EDITOR_FOLDERS_MAX,
  EDITOR_PATH_CHARS_MAX,
  EDITOR_TOOL_CHARS_MAX,
  EDITOR_TOOLS_MAX,
} from "../../../limits.ts";
import type { HandlerContext } from "./context.ts";
import { wrongField } from "./params.ts";

export function createEditorHandlers({ client, sessions }: HandlerContext): AgentHandlers {
  return {
    "_parley/editor/documents": async (params) => {
      if (!client.supports("fs.readTextFile") && !client.supports("fs.writeTextFile")) throw notAnEditor();
      const { documents, folders } = isObject(params) ? params : {};
      await sessions.editor.report({
        documents: readList(documents, "documents", EDITOR_DOCUMENTS_MAX).map(readDocument),
        ...(folders !== undefined && folders !== null && { folders: readFolders(folders) }),
      });
      return {};
    },
    "_parley/editor/tools": (params) => {
      const { tools } = isObject(params) ? params : {};
      sessions.editor.offer(readList(tools, "tools", EDITOR_TOOLS_MAX).map(readTool));
      return {};
    },
  };
}

function readTool(value: unknown, index: number): EditorTool {
  const { name, inputSchema } = isObject(value) ? value : {};
  if (typeof name !== "string" || !TOOL_NAME.test(name)) {
    throw wrongField(`tools.${index}.name`, "a name of letters, digits, _ and -, at most 64");
  }
  if (!isObject(inputSchema) || inputSchema["type"] !== "object") {
    throw wrongField(`tools.${index}.inputSchema`, "a JSON schema of the type object");
  }
  if (JSON.stringify(value).length > EDITOR_TOOL_CHARS_MAX) {
    throw wrongField(`tools.${index}`, `at most ${EDITOR_TOOL_CHARS_MAX} characters of JSON`);
  }
  return { ...(value as object), name, inputSchema };
}

/** Tool names that models accept. */
const TOOL_NAME = /^[\w-]{1,64}$/;

function readDocument(value: unknown, index: number): EditorDocument {
  const { path, isDirty = false } = isObject(value) ? value : {};
  if (typeof isDirty !== "boolean") throw wrongField(`documents.${index}.isDirty`, "true or false");
  return { path: readPath(path, `documents.${index}.path`), isDirty };
}

function readFolders(value: unknown): string[] {
  return readList(value, "folders", EDITOR_FOLDERS_MAX).map((path, index) => readPath(path, `folders.${index}`));
}

function readList(value: unknown, field: string, max: number): readonly unknown[] {
  if (!Array.isArray(value)) throw wrongField(field, "a list");
  if (value.length > max) throw wrongField(field, `a list of at most ${max}`);
  return value;
}

function readPath(value: unknown, field: string): string {
  const isPath = typeof value === "string" && isAbsolute(value) && !value.includes("\0");
  if (!isPath || value.length > EDITOR_PATH_CHARS_MAX) {
    throw wrongField(field, `an absolute path of at most ${EDITOR_PATH_CHARS_MAX} characters`);
  }
  return value;
}

function notAnEditor(): ParleyError {
  const message =
    "This connection does not serve files: announce clientCapabilities.fs.readTextFile or fs.writeTextFile in initialize";
  return new ParleyError({ code: "bad_input", message });
}
