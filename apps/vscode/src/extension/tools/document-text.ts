// The text of a file as the editor has it, unsaved changes included.
import { TOOL_TEXT_CHARS_MAX } from "../../limits.ts";
import type { EditorTool } from "./editor-tool.ts";
import { fileOf, numberOf, openFile } from "./tool-arguments.ts";

export const documentText: EditorTool = {
  name: "vscode_get_document_text",
  description: "The text of a file as the editor has it, unsaved changes included, or some lines of it.",
  inputSchema: {
    type: "object",
    properties: {
      uri: { type: "string", description: "File (path or URI)" },
      startLine: { type: "integer", minimum: 1, description: "First line, from 1" },
      endLine: { type: "integer", minimum: 1, description: "Last line" },
    },
    required: ["uri"],
  },
  run: async (given, context) => {
    const document = await openFile(await fileOf(given, context));
    const start = numberOf(given, "startLine", 1);
    const end = numberOf(given, "endLine", Math.max(start, document.lineCount));
    const lines = document
      .getText()
      .split(/\r?\n/)
      .slice(start - 1, end);
    const text = lines.join("\n");
    if (text.length <= TOOL_TEXT_CHARS_MAX) return text;
    return `${text.slice(0, TOOL_TEXT_CHARS_MAX)}\n… cut at ${TOOL_TEXT_CHARS_MAX} characters; ask for fewer lines`;
  },
};
