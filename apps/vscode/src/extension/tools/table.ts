// Every tool of the editor. The manifest declares the same ones for the chat of VS Code, which a test proves.
import { applyEdit } from "./apply-edit.ts";
import { diagnostics } from "./diagnostics.ts";
import { documentText } from "./document-text.ts";
import type { EditorTool } from "./editor-tool.ts";
import { listFiles } from "./list-files.ts";
import { openEditors } from "./open-editors.ts";
import { references } from "./references.ts";
import { search } from "./search.ts";
import { symbols } from "./symbols.ts";

export const TOOLS: readonly EditorTool[] = [
  search,
  diagnostics,
  symbols,
  references,
  openEditors,
  documentText,
  listFiles,
  applyEdit,
];
