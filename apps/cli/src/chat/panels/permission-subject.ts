// What a permission is asked for, shown whole: the command, the diff, the address or the paths.
import { isUnknown, type ToolCallContent, type ToolCallUpdate } from "@parley/acp";
import { toShellLine } from "@parley/policy";
import { drawDiff } from "../../terminal/diff/draw-diff.ts";
import { line, span, STYLES, type Line } from "../../terminal/line.ts";
import type { Look } from "../../terminal/look.ts";
import { neutralise, reveal, revealLine } from "../../terminal/neutral-text.ts";
import { breakCharacters } from "../../terminal/wrap.ts";
import { diffOf, NO_PATH } from "../draw/diff-of.ts";

const INPUT_CHARS_MAX = 4_000;

/** Complete: whoever draws it decides how much of it fits. */
export function drawSubject(toolCall: ToolCallUpdate, look: Look): Line[] {
  const inner = { ...look, columns: Math.max(10, look.columns - 4) };
  const command = commandOf(toolCall);
  const diffs = (toolCall.content ?? []).filter((part) => part.type === "diff");
  const rows = [
    ...(command === undefined ? [] : drawCommand(command, inner)),
    ...diffs.flatMap((part) => drawChange(part, inner)),
    ...(command === undefined && diffs.length === 0 ? drawOther(toolCall, inner) : []),
  ];
  return rows.map((row) => [{ text: "  " }, ...row]);
}

/** The command line that would be run, as far as the agent says it. */
export function commandOf({ kind, rawInput, title }: ToolCallUpdate): string | undefined {
  const input = rawInput as
    | { readonly command?: unknown; readonly cmd?: unknown; readonly args?: unknown }
    | null
    | undefined;
  const command = typeof input === "object" ? (input?.command ?? input?.cmd) : undefined;
  const args = wordsOf(input?.args);
  // A command alone is a line already; words of their own keep their quotes.
  if (typeof command === "string") return args.length === 0 ? command : toShellLine([command, ...args]);
  if (Array.isArray(command)) return toShellLine(wordsOf(command));
  return kind === "execute" && typeof title === "string" ? title.replace(/^`([^`]+)`$/s, "$1") : undefined;
}

function wordsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((word): word is string => typeof word === "string") : [];
}

/** Nothing of a command is left out or smoothed over. */
function drawCommand(command: string, look: Look): Line[] {
  return reveal(command)
    .split("\n")
    .flatMap((text, index) =>
      breakCharacters(line(span(text, "strong")), look.columns - 2).map((row, part) =>
        line(span(index === 0 && part === 0 ? "$ " : "  ", "accent"), ...row),
      ),
    );
}

function drawChange(part: ToolCallContent, look: Look): Line[] {
  if (isUnknown(part) || part.type !== "diff") return [];
  const head = breakCharacters(line(span(part.path === "" ? NO_PATH : revealLine(part.path), "strong")), look.columns);
  const diff = diffOf(part);
  if (diff === undefined) return [...head, line(span("too large to show", "warn"))];
  return [...head, ...drawDiff(diff, look, { rowsMax: Number.POSITIVE_INFINITY })];
}

function drawOther({ locations, rawInput, content }: ToolCallUpdate, look: Look): Line[] {
  const paths = (locations ?? []).flatMap(({ path }) =>
    breakCharacters(line(span(revealLine(path), "strong")), look.columns),
  );
  const texts = (content ?? []).flatMap((part) =>
    part.type === "content" && part.content.type === "text" ? [part.content.text] : [],
  );
  const shown = texts.flatMap((text) => neutralise(text).trimEnd().split("\n"));
  const input = paths.length === 0 && shown.length === 0 ? describeInput(rawInput) : [];
  return [
    ...paths,
    ...[...shown, ...input].flatMap((text) => breakCharacters([{ text, style: STYLES.dim }], look.columns)),
  ];
}

function describeInput(rawInput: unknown): string[] {
  if (typeof rawInput !== "object" || rawInput === null)
    return typeof rawInput === "string" ? reveal(rawInput).split("\n") : [];
  return Object.entries(rawInput).map(([name, value]) => {
    const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
    const more = text.length > INPUT_CHARS_MAX ? ` … ${text.length - INPUT_CHARS_MAX} more characters` : "";
    return `${revealLine(name)}: ${revealLine(text.slice(0, INPUT_CHARS_MAX))}${more}`;
  });
}
