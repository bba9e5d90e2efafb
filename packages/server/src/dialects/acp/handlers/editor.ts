// What an editor says about its documents, so that most files are read from the disk without asking it.
import type { AgentHandlers } from "@parley/acp";
import { isObject, ParleyError } from "@parley/base";
import type { EditorDocument } from "@parley/hub";
import { isAbsolute } from "node:path";
import { EDITOR_DOCUMENTS_MAX, EDITOR_FOLDERS_MAX, EDITOR_PATH_CHARS_MAX } from "../../../limits.ts";
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
  };
}

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
    "This connection is not asked for files: announce clientCapabilities.fs.readTextFile or fs.writeTextFile in initialize";
  return new ParleyError({ code: "bad_input", message });
}
