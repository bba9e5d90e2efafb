// A tool call in one line: what it is, and where.
import { isUnknown, type ToolCallUpdate } from "@parley/acp";
import { toShellLine } from "@parley/policy";
import { sep } from "node:path";

const PLACES_SHOWN_MAX = 3;

/** Paths are told from `cwd` where they are in it. */
export function describeToolCall(
  { title, name, kind, toolCallId, locations, rawInput, content }: ToolCallUpdate,
  cwd: string,
): string {
  const what = title ?? name ?? kind ?? toolCallId;
  const command = commandOf(rawInput);
  const diffs = (content ?? []).flatMap((part) => (!isUnknown(part) && part.type === "diff" ? [part.path] : []));
  const named = [...(locations ?? []).map(({ path }) => path), ...diffs].map((path) => fromFolder(path, cwd));
  const paths = [...new Set(named)].filter((path) => !what.includes(path));
  const shown = paths.slice(0, PLACES_SHOWN_MAX);
  const more = paths.length - shown.length;
  const places = more > 0 ? [...shown, `${more} more`] : shown;
  const details = [...(command === undefined || what.includes(command) ? [] : [command]), ...places];
  return details.length === 0 ? what : `${what} (${details.join(", ")})`;
}

function fromFolder(path: string, cwd: string): string {
  return path.startsWith(`${cwd}${sep}`) ? path.slice(cwd.length + 1) : path;
}

/** Agents that run commands have the line in their input, under one of a few names. */
function commandOf(rawInput: unknown): string | undefined {
  if (typeof rawInput !== "object" || rawInput === null) return undefined;
  const { command, cmd, args } = rawInput as Readonly<Record<"command" | "cmd" | "args", unknown>>;
  const line = command ?? cmd;
  if (isTexts(line)) return toShellLine(line);
  if (typeof line !== "string") return undefined;
  return isTexts(args) && args.length > 0 ? toShellLine([line, ...args]) : line;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((word) => typeof word === "string");
}
