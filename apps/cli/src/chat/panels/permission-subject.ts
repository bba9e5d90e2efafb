// Shows in full what needs approval: the command, the diff, the address or the paths.
import { isUnknown, type ToolCallContent, type ToolCallUpdate } from "@parley/acp";
import { describeReading, readToolCall, toLine, type TextEdit } from "@parley/acp/tool-input";
import { drawDiff } from "../../terminal/diff/draw-diff.ts";
import { line, span, STYLES, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { neutralise, reveal, revealLine } from "../../terminal/neutral-text.ts";
import { breakCharacters } from "../../terminal/wrap.ts";
import { diffOf, NO_PATH, type DiffContent } from "../draw/diff-of.ts";

const INPUT_CHARS_MAX = 4_000;

/** Returns all lines; the panel decides how many of them fit. */
export function drawSubject(toolCall: ToolCallUpdate, theme: Theme): Line[] {
  const inner = { ...theme, columns: Math.max(10, theme.columns - 4) };
  const reading = readToolCall(toolCall);
  const { commands, details } = describeReading(reading);
  const lines = commands.length > 0 ? commands : [commandOf(toolCall)].filter((one) => one !== undefined);
  const diffs = (toolCall.content ?? []).filter((part) => part.type === "diff");
  const changes = diffs.length > 0 ? diffs : reading.edits.map(toDiff);
  const isUnread = reading.doubts.length + reading.leftovers.length > 0;
  const isPlain = lines.length === 0 && changes.length === 0;
  const hasPath = details.some((detail) => detail.startsWith("file "));
  const isInput = isPlain && !hasPath && textsOf(toolCall).length === 0 && !isUnread;
  // The input already contains the other paths and addresses of the call.
  const more = isInput ? details.filter((detail) => !/^(?:also|address) /.test(detail)) : details;
  const rows = [
    ...lines.flatMap((one) => drawCommand(one, inner)),
    ...changes.flatMap((part) => drawChange(part, inner)),
    ...drawDetails(more, changes, lines.length > 0, inner),
    ...(isPlain ? drawTexts(textsOf(toolCall), inner) : []),
    ...(isInput || isUnread ? drawTexts(describeInput(toolCall.rawInput), inner) : []),
  ];
  return rows.map((row) => [{ text: "  " }, ...row]);
}

/** The first command line that would be run, as far as the agent says it. */
export function commandOf(toolCall: ToolCallUpdate): string | undefined {
  const { commands, kind, guess } = readToolCall(toolCall);
  const [command] = commands;
  if (command !== undefined) return toLine(command);
  const { title } = toolCall;
  return kind === "execute" ? (guess ?? (typeof title === "string" ? title : undefined)) : undefined;
}

function toDiff({ path = "", old, new: newText }: TextEdit): DiffContent {
  return { type: "diff", path, oldText: old, newText };
}

/** Draws the details that a diff or a command does not show. */
function drawDetails(
  details: readonly string[],
  changes: readonly ToolCallContent[],
  hasCommand: boolean,
  theme: Theme,
): Line[] {
  const shown = new Set(changes.flatMap((part) => (part.type === "diff" ? `changes ${part.path}` : [])));
  return details
    .filter((detail) => !shown.has(detail))
    .flatMap((detail) => {
      const path = hasCommand ? undefined : /^file (.*)$/s.exec(detail)?.[1];
      const text = revealLine(path ?? detail);
      return breakCharacters(line(path === undefined ? span(text, "dim") : span(text, "strong")), theme.columns);
    });
}

/** Shows every character of a command, because the user approves exactly that. */
function drawCommand(command: string, theme: Theme): Line[] {
  return reveal(command)
    .split("\n")
    .flatMap((text, index) =>
      breakCharacters(line(span(text, "strong")), theme.columns - 2).map((row, part) =>
        line(span(index === 0 && part === 0 ? "$ " : "  ", "accent"), ...row),
      ),
    );
}

function drawChange(part: ToolCallContent, theme: Theme): Line[] {
  if (isUnknown(part) || part.type !== "diff") return [];
  const head = breakCharacters(line(span(part.path === "" ? NO_PATH : revealLine(part.path), "strong")), theme.columns);
  const diff = diffOf(part);
  if (diff === undefined) return [...head, line(span("too large to show", "warn"))];
  return [...head, ...drawDiff(diff, theme, { rowsMax: Number.POSITIVE_INFINITY })];
}

function textsOf({ content }: ToolCallUpdate): readonly string[] {
  const texts = (content ?? []).flatMap((part) =>
    part.type === "content" && part.content.type === "text" ? [part.content.text] : [],
  );
  return texts.flatMap((text) => neutralise(text).trimEnd().split("\n"));
}

function drawTexts(texts: readonly string[], theme: Theme): Line[] {
  return texts.flatMap((text) => breakCharacters([{ text, style: STYLES.dim }], theme.columns));
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
