// The frame of the reader: the position, the rows, and the keys.
import { foldCase, neutralLine } from "@parley/base";
import { EMPTY_LINE, line, span, type Line } from "../../terminal/line.ts";
import { apart, spread } from "../../terminal/rows.ts";
import type { Theme } from "../../terminal/theme.ts";
import { shortened } from "../../terminal/width.ts";
import { lineWidth, shortenedLine } from "../../terminal/wrap.ts";
import type { Search } from "./search.ts";

export interface FrameModel {
  readonly rows: readonly Line[];
  readonly height: number;
  readonly count: number;
  /** Number of the first shown entry. */
  readonly last: number;
  readonly isAtEnd: boolean;
  readonly isLoading: boolean;
  readonly hasEarlier: boolean;
  /** The entry that Enter acts on is open. */
  readonly isOpen: boolean;
  readonly search: Search | undefined;
  readonly notice: string | undefined;
}

const KEYS: readonly (readonly [key: string, what: string])[] = [
  ["q", "back"],
  ["Enter", "open"],
  ["Tab", "next call"],
  ["/", "search"],
  ["a", "open all"],
  ["c", "copy"],
  ["g G", "start, end"],
];

export function drawFrame(model: FrameModel, theme: Theme): readonly Line[] {
  const rows = model.rows.map((row) => shortenedLine(marked(row, model.search), theme.columns));
  return [drawHeader(model, theme), ...apart(rows, [], model.height), drawFooter(model, theme)];
}

function drawHeader({ count, last, isAtEnd, isLoading, hasEarlier }: FrameModel, theme: Theme): Line {
  const more = isLoading ? "loading…" : hasEarlier && last === 1 ? "Up for earlier ones" : "";
  const where = isAtEnd ? "end" : `${last} of ${count}${hasEarlier ? "+" : ""}`;
  return spread(
    line(span("Conversation", "heading"), span(`  ${more}`, "dim")),
    line(span(where, "dim")),
    theme.columns,
  );
}

function drawFooter({ search, notice, isOpen }: FrameModel, theme: Theme): Line {
  if (search?.isTyping === true) {
    return line(
      span("/", "accent"),
      shortened(neutralLine(search.text), theme.columns - 30),
      span("▏", "accent"),
      span("  Enter find, Esc cancel", "dim"),
    );
  }
  if (notice !== undefined) return line(span(shortened(neutralLine(notice), theme.columns), "warn"));
  const keys = search === undefined ? KEYS : [["n N", "next, previous"] as const, ...KEYS];
  let drawn: Line = EMPTY_LINE;
  for (const [key, what] of keys) {
    const does = key === "Enter" && isOpen ? "close" : what;
    const next = line(...drawn, drawn.length === 0 ? undefined : "  ", span(key, "accent"), span(` ${does}`, "dim"));
    if (lineWidth(next) > theme.columns) break;
    drawn = next;
  }
  return drawn;
}

/** Matches of the search are shown inverse. */
function marked(row: Line, search: Search | undefined): Line {
  const wanted = foldCase(search?.text ?? "");
  if (wanted === "" || search?.isTyping === true) return row;
  return row.flatMap((part) => {
    const parts: Line[number][] = [];
    let at = 0;
    for (let found = find(part.text, wanted, at); found !== -1; found = find(part.text, wanted, at)) {
      const end = found + wanted.length;
      parts.push({ ...part, text: part.text.slice(at, found) });
      parts.push({ ...part, text: part.text.slice(found, end), style: { ...part.style, inverse: true } });
      at = end;
    }
    return [...parts, { ...part, text: part.text.slice(at) }].filter(({ text }) => text !== "");
  });
}

function find(text: string, wanted: string, from: number): number {
  return foldCase(text).indexOf(wanted, from);
}
