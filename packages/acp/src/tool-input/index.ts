// What a tool call says: one reading for whoever decides, shows or watches.
export { toCommands, toInnerLine, toLine } from "./commands.ts";
export { describeReading, type DescribedReading } from "./describe-reading.ts";
export { fitsEdits, type TextChange } from "./fits-edits.ts";
export { toJudgedPaths, type JudgedPaths } from "./judged-paths.ts";
export { readToolCall, type ToolCallFields } from "./read-tool-call.ts";
export type { CommandReading, Mention, TextEdit, ToolCallReading } from "./reading.ts";
export { findKind, findMetaName, findName, kindOfName, type McpTool } from "./tool-names.ts";
