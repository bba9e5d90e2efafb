// Draws the answers to a permission question, wrapped rather than cut, and the other keys.
import type { PermissionAnswer } from "@parley/chat-model";
import { line, span, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { shortenedLine, wrapLine } from "../../terminal/wrap.ts";

export interface AnswerRow {
  readonly key: string;
  readonly label: string;
  readonly shortLabel: string;
}

/** `isShort`: only the selected answer shows what it covers. `isCut`: one row each. */
export function drawAnswerRows(
  rows: readonly AnswerRow[],
  selected: number,
  theme: Theme,
  { isShort, isCut = false }: { readonly isShort: boolean; readonly isCut?: boolean },
): Line[] {
  return rows.flatMap(({ key, label, shortLabel }, index) => {
    const isSelected = index === selected;
    const sign = isSelected ? span(`${theme.symbols.arrow} `, "accent") : "  ";
    const text = isShort && (isCut || !isSelected) ? shortLabel : label;
    const words = line(isSelected ? span(text, "selected") : text);
    const first = line(sign, span(`${key}  `, "accent"));
    if (isCut) return [shortenedLine([...first, ...words], theme.columns)];
    return wrapLine(words, theme.columns, { first, rest: [{ text: " ".repeat(4 + key.length) }] });
  });
}

/** With their keys; numbers count from the first shown answer. */
export function toAnswerRows(answers: readonly PermissionAnswer[], isNumbered: boolean): AnswerRow[] {
  return answers.map(({ label, shortLabel, letter }, index) => ({
    key: isNumbered ? String(index + 1) : (letter ?? String(index + 1)),
    label,
    shortLabel,
  }));
}
