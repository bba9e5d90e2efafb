// The input: what is being typed, the menu under it, the search in the history.
import { layOut } from "../../terminal/editor/layout.ts";
import { line, span, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { shortened } from "../../terminal/width.ts";
import type { InputState } from "../input/input-state.ts";
import { EDITOR_ROWS_MAX, MENU_ROWS_MAX } from "../../limits.ts";
import { drawList } from "../panels/list.ts";
import type { Drawn } from "../panels/panel.ts";

/** Of the sign before the text. */
export const PROMPT_COLUMNS = 2;

export function drawInput(state: InputState, theme: Theme, hint: string, rowsMax: number): Drawn {
  const { editor, menu, search } = state;
  const layout = layOut(editor, theme.columns - PROMPT_COLUMNS);
  const room = Math.max(1, Math.min(EDITOR_ROWS_MAX, rowsMax));
  const start = Math.max(0, Math.min(layout.cursorRow - Math.floor(room / 2), layout.rows.length - room));
  const rows = layout.rows.slice(start, start + room);
  const lines = rows.map((row, index) => drawRow(row.text, start + index === 0, theme));
  if (editor.text === "" && hint !== "")
    lines[0] = [...(lines[0] ?? []), span(shortened(hint, theme.columns - PROMPT_COLUMNS - 1), "dim")];
  const cursor = { row: layout.cursorRow - start, column: layout.cursorColumn + PROMPT_COLUMNS };
  const below = search === undefined ? [] : [drawSearch(search, theme)];
  const list =
    menu === undefined
      ? []
      : drawList(menu.items, menu.selected, theme, Math.min(MENU_ROWS_MAX, Math.max(2, rowsMax - rows.length)));
  return { lines: [...lines, ...below, ...list], cursor };
}

function drawRow(text: string, isFirst: boolean, { symbols }: Theme): Line {
  return line(isFirst ? span(`${symbols.prompt} `, "accent") : "  ", text);
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
