// Draws the answers to a permission question: one row each, wrapped rather than cut, and what the other keys do.
import type { PermissionAnswer } from "@parley/chat-model";
import { line, span, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { wrapLine } from "../../terminal/wrap.ts";

export interface AnswerRow {
  readonly key: string;
  readonly label: string;
  readonly shortLabel: string;
}

/** `isShort`: only the selected answer says what it covers. */
export function drawAnswerRows(
  rows: readonly AnswerRow[],
  selected: number,
  theme: Theme,
  { isShort }: { readonly isShort: boolean },
): Line[] {
  return rows.flatMap(({ key, label, shortLabel }, index) => {
    const isSelected = index === selected;
    const sign = isSelected ? span(`${theme.symbols.arrow} `, "accent") : "  ";
    const text = isShort && !isSelected ? shortLabel : label;
    return wrapLine(line(isSelected ? span(text, "selected") : text), theme.columns, {
      first: line(sign, span(`${key}  `, "accent")),
      rest: [{ text: " ".repeat(4 + key.length) }],
    });
  });
}

/** With the keys that choose them; the numbers count from the first answer that is shown. */
export function toAnswerRows(answers: readonly PermissionAnswer[], isNumbered: boolean): AnswerRow[] {
  return answers.map(({ label, shortLabel, letter }, index) => ({
    key: isNumbered ? String(index + 1) : (letter ?? String(index + 1)),
    label,
    shortLabel,
  }));
}
