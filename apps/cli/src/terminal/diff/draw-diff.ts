// Draws a diff with line numbers, signs, colours, and marked words.
import { plural, revealCode } from "@parley/base";
import { STYLES, type Line, type Span } from "../line.ts";
import type { Theme } from "../theme.ts";
import { breakCharacters } from "../wrap.ts";
import { findWordMarks, type Diff, type DiffRow, type WordRun } from "@parley/chat-model";

export interface DrawDiffOptions {
  /** Further rows are only counted. */
  readonly rowsMax: number;
  /** The number of the first line, if the texts are part of a file. */
  readonly firstNumber?: number | undefined;
}

type TextRow = Exclude<DiffRow, { type: "gap" }>;

export function drawDiff({ rows }: Diff, theme: Theme, { rowsMax, firstNumber = 1 }: DrawDiffOptions): Line[] {
  const shown = rows.slice(0, rowsMax);
  const offset = firstNumber - 1;
  const largest = Math.max(1, ...shown.map((row) => (row.type === "gap" ? 0 : row.number + offset)));
  const digits = String(largest).length;
  const words = theme.hasColor ? findWordMarks(shown) : new Map<DiffRow, readonly WordRun[]>();
  const lines = shown.flatMap((row) => drawRow(row, words.get(row), { theme, digits, offset }));
  // A gap stands for lines that did not change.
  const hidden = rows.slice(rowsMax).filter(({ type }) => type !== "gap").length;
  return hidden > 0 ? [...lines, [{ text: `… ${plural(hidden, "more line")}`, style: STYLES.dim }]] : lines;
}

interface RowContext {
  readonly theme: Theme;
  readonly digits: number;
  readonly offset: number;
}

function drawRow(row: DiffRow, words: readonly WordRun[] | undefined, { theme, digits, offset }: RowContext): Line[] {
  if (row.type === "gap") return [[{ text: `${" ".repeat(digits)} ⋮`, style: STYLES.dim }]];
  const number: Span = { text: `${String(row.number + offset).padStart(digits)} `, style: STYLES.dim };
  const sign = signOf(row, theme);
  const room = Math.max(8, theme.columns - digits - 3);
  const rest: Line = [{ text: " ".repeat(digits + 3) }];
  return breakCharacters(drawText(row, words), room).map((part, index) =>
    index === 0 ? [number, sign, ...part] : [...rest, ...part],
  );
}

function signOf({ type }: TextRow, { symbols }: Theme): Span {
  if (type === "same") return { text: "  " };
  return type === "added" ? { text: "+ ", style: STYLES.good } : { text: `${symbols.minus} `, style: STYLES.bad };
}

function drawText({ type, text }: TextRow, words: readonly WordRun[] | undefined): Line {
  // A diff is what a person approves.
  const safe = revealCode(text);
  if (type === "same") return [{ text: safe, style: STYLES.dim }];
  const [whole, word] = type === "added" ? [STYLES.good, STYLES.goodWord] : [STYLES.bad, STYLES.badWord];
  if (words === undefined || safe !== text) return [{ text: safe, style: whole }];
  return words.map((run) => ({ text: run.text, style: run.isChanged ? word : whole }));
}
