// The content of a tool call: diffs, the end of a terminal's output, text. Little of it when closed, much when open.
import { isUnknown, type ToolCallContent } from "@parley/acp";
import { drawDiff } from "../../terminal/diff/draw-diff.ts";
import { line, span, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { shortenedStart } from "../../terminal/width.ts";
import { breakCharacters, shortenedLine, wrapLine } from "../../terminal/wrap.ts";
import { DIFF_ROWS, DIFF_ROWS_OPEN, FAILURE_ROWS, OUTPUT_ROWS, OUTPUT_ROWS_OPEN } from "../../limits.ts";
import {
  contentDiff,
  describeContent,
  NO_PATH,
  type DiffContent,
  fromFolder,
  type TerminalTail,
  type ToolView,
} from "@parley/chat-model";
import { neutralise, neutralLine, plural, revealLine } from "@parley/base";

const INPUT_ROWS_MAX = 3;
const REASON_ROWS_MAX = 3;
const INDENT: Line = [{ text: "  " }];

/** How much of a tool call is shown: its end, much of it, or everything, with long lines wrapped. */
export type Detail = "closed" | "open" | "whole";

export function drawToolContent(tool: ToolView, theme: Theme, detail: Detail): Line[] {
  const inner = { ...theme, columns: Math.max(10, theme.columns - 2) };
  const input = detail === "closed" ? [] : drawInput(tool, inner, detail);
  const content = tool.item.content.flatMap((part) => drawPart(part, tool, inner, detail));
  const terminals = tool.terminals.flatMap((terminal) => drawTerminal(terminal, inner, detail));
  return [...input, ...content, ...terminals].map((row) => [...INDENT, ...row]);
}

function drawPart(part: ToolCallContent, tool: ToolView, theme: Theme, detail: Detail): Line[] {
  if (isUnknown(part)) return detail !== "closed" ? [line(span("[content of an unknown kind]", "dim"))] : [];
  switch (part.type) {
    case "diff":
      return drawDiffPart(part, tool, theme, detail);
    case "terminal":
      return []; // Its output is drawn from the terminal.
    case "content": {
      if (part.content.type !== "text") return [line(span(describeContent(part.content), "dim"))];
      const text = withoutFence(part.content.text);
      return (
        drawFailure(text, tool, theme, detail) ?? drawOutput(text, theme, { rowsMax: rowsOfText(tool, detail), detail })
      );
    }
  }
}

/** An error message is often one long line with an important end. Undefined for other text. */
function drawFailure(text: string, { item }: ToolView, theme: Theme, detail: Detail): Line[] | undefined {
  const [row, ...others] = outputLines(text);
  if (item.status !== "failed" || detail !== "closed" || row === undefined || others.length > 0) return undefined;
  const beginning = row.slice(0, theme.columns * (REASON_ROWS_MAX + 1));
  const rows = wrapLine(line(span(beginning, "dim")), theme.columns);
  if (rows.length <= REASON_ROWS_MAX) return rows;
  const rest = rows.slice(REASON_ROWS_MAX - 1, REASON_ROWS_MAX + 1).flatMap((part) => [...part, { text: " " }]);
  return [...rows.slice(0, REASON_ROWS_MAX - 1), shortenedLine(rest, theme.columns)];
}

/** Only the output of commands and error messages are shown; other text is for the agent. */
function rowsOfText({ item, terminals }: ToolView, detail: Detail): number {
  if (detail !== "closed") return OUTPUT_ROWS_MAX[detail];
  if (item.status === "failed") return FAILURE_ROWS;
  return item.kind === "execute" && terminals.length === 0 ? OUTPUT_ROWS : 0;
}

function drawDiffPart(part: DiffContent, { item, cwd }: ToolView, theme: Theme, detail: Detail): Line[] {
  const { oldText } = part;
  const path = part.path === "" ? NO_PATH : fromFolder(part.path, cwd);
  const diff = contentDiff(part);
  if (diff === undefined) return [line(revealLine(path), span("  too large to show", "dim"))];
  const counts = line(
    diff.added > 0 ? span(`  +${diff.added}`, "good") : undefined,
    diff.removed > 0 ? span(`  ${theme.symbols.minus}${diff.removed}`, "bad") : undefined,
    oldText === null || oldText === undefined ? span("  new file", "dim") : undefined,
  );
  const head = [...line(span(shortenedStart(revealLine(path), Math.max(8, theme.columns - 20)), "dim")), ...counts];
  const rowsMax = { closed: DIFF_ROWS, open: DIFF_ROWS_OPEN, whole: Infinity }[detail];
  return [head, ...drawDiff(diff, theme, { rowsMax, firstNumber: firstNumberOf(item, part) })];
}

/** Some agents send only a part of the file; the location says where it is. */
function firstNumberOf(item: ToolView["item"], { path, oldText }: DiffContent): number | undefined {
  const at = item.locations.find((location) => location.path === path)?.line;
  const lines = (oldText ?? "").split("\n").length;
  return at !== null && at !== undefined && at > lines ? at : undefined;
}

function drawTerminal(terminal: TerminalTail, theme: Theme, detail: Detail): Line[] {
  const { command, output, exit } = terminal;
  const rowsMax = OUTPUT_ROWS_MAX[detail];
  const isGood = exit === null || exit.exitCode === 0;
  const signal = exit?.signal ?? null;
  const how = signal === null ? `exit code ${exit?.exitCode ?? "unknown"}` : `killed by ${neutralLine(signal)}`;
  const shown = { rowsMax: isGood ? rowsMax : Math.max(rowsMax, FAILURE_ROWS), detail, terminal };
  return [
    ...(detail !== "closed" && command !== null ? [line(span(`$ ${revealLine(command)}`, "dim"))] : []),
    ...drawOutput(output, theme, shown),
    ...(isGood ? [] : [line(span(how, "bad"))]),
  ];
}

const OUTPUT_ROWS_MAX: Readonly<Record<Detail, number>> = {
  closed: OUTPUT_ROWS,
  open: OUTPUT_ROWS_OPEN,
  whole: Infinity,
};

interface OutputOptions {
  readonly rowsMax: number;
  readonly detail: Detail;
  /** What is known about earlier output. */
  readonly terminal?: Pick<TerminalTail, "linesBefore" | "isTrimmed"> | undefined;
}

/** The last rows, each cut at the width, unless everything is requested. */
function drawOutput(text: string, theme: Theme, { rowsMax, detail, terminal }: OutputOptions): Line[] {
  if (rowsMax === 0) return [];
  const rows = outputLines(text);
  if (rows.length === 0) return [];
  const above = Math.max(0, rows.length - rowsMax);
  const shown = rows.slice(above).flatMap((row) => {
    const drawn = line(span(row, "dim"));
    return detail === "whole" ? breakCharacters(drawn, theme.columns) : [shortenedLine(drawn, theme.columns)];
  });
  const hidden = above + (terminal?.linesBefore ?? 0);
  return [...drawHidden(hidden, terminal?.isTrimmed === true), ...shown];
}

function drawHidden(hidden: number, isTrimmed: boolean): Line[] {
  if (hidden === 0) return isTrimmed ? [line(span("… earlier output is in the log only", "dim"))] : [];
  const count = isTrimmed ? `more than ${plural(hidden, "line")}` : plural(hidden, "line");
  return [line(span(`… ${count} above`, "dim"))];
}

/** The lines of an output as a terminal would show them, without the empty ones at its end. */
export function outputLines(text: string): readonly string[] {
  const rows = neutralise(text.split("\n").map(afterReturns).join("\n")).trimEnd().split("\n");
  return rows.length === 1 && rows[0] === "" ? [] : rows;
}

/** A progress bar rewrites its line; the last version counts. */
function afterReturns(row: string): string {
  const parts = row.replace(/\r+$/, "").split("\r");
  return parts.findLast((part) => part !== "") ?? "";
}

/** Agents put output into a fence, for clients that show markdown. */
function withoutFence(text: string): string {
  return /^\s*```[^\n]*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text;
}

/** The whole input is one text, and the title shows it. */
function isTitle({ rawInput, title }: ToolView["item"]): boolean {
  const values = typeof rawInput === "object" && rawInput !== null ? Object.values(rawInput) : [rawInput];
  return values.length === 1 && values[0] === title;
}

/** Its input, if the title does not contain it. */
function drawInput({ item, terminals }: ToolView, theme: Theme, detail: Detail): Line[] {
  if (item.rawInput === undefined || item.rawInput === null) return [];
  if (item.content.some(({ type }) => type === "diff") || terminals.length > 0) return [];
  const text = typeof item.rawInput === "string" ? item.rawInput : JSON.stringify(item.rawInput);
  if (text === "{}" || isTitle(item)) return [];
  const rows = wrapLine(line(span(neutralLine(text), "dim")), theme.columns);
  return detail === "whole" ? rows : rows.slice(0, INPUT_ROWS_MAX);
}
