// Reads tool calls, for policy, display and observation alike.
export { toCommands, toInnerLine, toLine } from "./tool-input/commands.ts";
export { describeReading, type DescribedReading } from "./tool-input/describe-reading.ts";
export { applyEdits, fitsEdits, isSameText, type TextChange } from "./tool-input/fits-edits.ts";
export { toJudgedPaths, type JudgedPaths } from "./tool-input/judged-paths.ts";
export { readToolCall, type ToolCallFields } from "./tool-input/read-tool-call.ts";
export type { CommandReading, Mention, TextEdit, ToolCallReading } from "./tool-input/reading.ts";
export { findKind, findMetaName, findName, kindOfName, type McpTool } from "./tool-input/tool-names.ts";
