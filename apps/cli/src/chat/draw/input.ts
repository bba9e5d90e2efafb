// The input: the text being typed, the menu under it, the history search.
import { layOut } from "../../terminal/editor/layout.ts";
import { line, span, type Line, type Span } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { charactersOf, shortened } from "../../terminal/width.ts";
import type { Fold } from "@parley/chat-model";
import type { AttachedLabel } from "../attached-files.ts";
import { foldWidths, pasteAtCursor } from "../input/folds.ts";
import type { InputState } from "../input/input-state.ts";
import { EDITOR_ROWS_MAX, MENU_ROWS_MAX } from "../../limits.ts";
import { drawList } from "../panels/list.ts";
import type { Drawn } from "../panels/panel.ts";

/** Width of the sign before the text. */
export const PROMPT_COLUMNS = 2;

export interface InputAround {
  /** Shown in an empty input. */
  readonly hint: string;
  readonly attached: readonly AttachedLabel[];
}

export function drawInput(state: InputState, theme: Theme, { hint, attached }: InputAround, rowsMax: number): Drawn {
  const { editor, menu, search, folds } = state;
  const layout = layOut(editor, theme.columns - PROMPT_COLUMNS, foldWidths(state));
  const room = Math.max(1, Math.min(EDITOR_ROWS_MAX, rowsMax));
  const start = Math.max(0, Math.min(layout.cursorRow - Math.floor(room / 2), layout.rows.length - room));
  const rows = layout.rows.slice(start, start + room);
  const lines = rows.map((row, index) => drawRow(row.text, start + index === 0, folds, theme));
  if (editor.text === "" && hint !== "")
    lines[0] = [...(lines[0] ?? []), span(shortened(hint, theme.columns - PROMPT_COLUMNS - 1), "dim")];
  const cursor = { row: layout.cursorRow - start, column: layout.cursorColumn + PROMPT_COLUMNS };
  const below = search === undefined ? [] : [drawSearch(search, theme)];
  const list =
    menu === undefined
      ? []
      : drawList(menu.items, menu.selected, theme, Math.min(MENU_ROWS_MAX, Math.max(2, rowsMax - rows.length)));
  return { lines: [...lines, ...below, ...list, ...drawAttached(state, attached, theme)], cursor };
}

/** Each problem has its own row; other attachments share one. */
function drawAttached(state: InputState, attached: readonly AttachedLabel[], theme: Theme): Line[] {
  const fine = attached.filter(({ problem }) => problem === undefined).map(({ text }) => text);
  const parts = [
    ...(fine.length === 0 ? [] : [`attached: ${fine.join(` ${theme.symbols.separator} `)}`]),
    ...(pasteAtCursor(state) === undefined ? [] : ["Tab expands the paste"]),
  ];
  const row = parts.length === 0 ? [] : [line(span(shortened(`  ${parts.join("   ")}`, theme.columns), "dim"))];
  const problems = attached.flatMap(({ text, problem }) => (problem === undefined ? [] : [`  ${text}: ${problem}`]));
  return [...row, ...problems.map((text) => line(span(shortened(text, theme.columns), "warn")))];
}

function drawRow(text: string, isFirst: boolean, folds: readonly Fold[], { symbols }: Theme): Line {
  return line(isFirst ? span(`${symbols.prompt} `, "accent") : "  ", ...drawText(text, folds));
}

function drawText(text: string, folds: readonly Fold[]): readonly (string | Span)[] {
  if (folds.length === 0) return [text];
  return charactersOf(text).map((character) => {
    const fold = folds.find(({ mark }) => mark === character);
    return fold === undefined ? character : span(fold.label, "accent");
  });
}

function drawSearch(
  { query, found }: { readonly query: string; readonly found?: number | undefined },
  theme: Theme,
): Line {
  const isMissing = found === undefined && query !== "";
  return line(
    span("  search: ", "dim"),
    span(shortened(query, theme.columns - 12), isMissing ? "warn" : "accent"),
    isMissing ? span("  nothing found", "warn") : undefined,
  );
}
