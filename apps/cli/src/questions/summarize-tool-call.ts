// Describes a tool call in one line, and a question about it in several lines with everything that was checked.
import type { ToolCallUpdate } from "@parley/acp";
import { describeReading, readToolCall, type TextEdit } from "@parley/acp/tool-input";
import { redact } from "@parley/policy";
import { sep } from "node:path";

const PLACES_SHOWN_MAX = 3;
/** Maximum number of lines that a question shows of one change. */
const EDIT_LINES_MAX = 40;

/** Paths inside `cwd` are shown relative to it. */
export function summarizeToolCall(toolCall: ToolCallUpdate, cwd: string): string {
  const { title, name, kind, toolCallId } = toolCall;
  const what = title ?? name ?? kind ?? toolCallId;
  const reading = readToolCall(toolCall);
  const { commands } = describeReading(reading);
  const { locations, writes, deletes, moves } = reading;
  const named = [...locations.map(({ path }) => path), ...writes, ...deletes, ...moves];
  const paths = [...new Set(named.map((path) => fromFolder(path, cwd)))].filter((path) => !what.includes(path));
  const shown = paths.slice(0, PLACES_SHOWN_MAX);
  const more = paths.length - shown.length;
  const places = more > 0 ? [...shown, `${more} more`] : shown;
  const details = [...commands.filter((command) => !what.includes(command)), ...places];
  return details.length === 0 ? what : `${what} (${details.join(", ")})`;
}

/** The lines below the title, with everything that the user approves. */
export function describeQuestion(toolCall: ToolCallUpdate, cwd: string): readonly string[] {
  const reading = readToolCall(toolCall);
  const { commands, details } = describeReading(reading);
  const changes = reading.edits.some(({ from }) => from === "diff")
    ? reading.edits.filter(({ from }) => from === "diff")
    : reading.edits;
  return [
    ...commands.map((command) => `$ ${command}`),
    ...details.map((detail) => redact(detail.replaceAll(`${cwd}${sep}`, ""))),
    ...changes.flatMap((edit) => describeEdit(edit, cwd)),
  ];
}

function describeEdit({ path, old, new: now }: TextEdit, cwd: string): readonly string[] {
  const lines = [
    ...(old === undefined || old === "" ? [] : old.split("\n").map((line) => `- ${line}`)),
    ...now.split("\n").map((line) => `+ ${line}`),
  ];
  const hidden = lines.length - EDIT_LINES_MAX;
  const shown = hidden > 0 ? [...lines.slice(0, EDIT_LINES_MAX), `… ${hidden} more lines`] : lines;
  return [fromFolder(path ?? "(file not named)", cwd), ...shown];
}

function fromFolder(path: string, cwd: string): string {
  return path.startsWith(`${cwd}${sep}`) ? path.slice(cwd.length + 1) : path;
}
