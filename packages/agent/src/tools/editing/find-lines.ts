// Finds whole lines that differ only in whitespace and quotes. Unchanged lines keep the file's spelling.
import { FUZZY_CHARS_MIN } from "../../limits.ts";
import { toPlainCharacters } from "./look-alikes.ts";
import { createReindent, indentOf } from "./reindent.ts";
import type { Place, TextEdit } from "./text-edit.ts";

/** The significant part of a line. */
type Normal = (line: string) => string;

export const ignoringLineEnds: Normal = (line) => toPlainCharacters(line).trimEnd();
export const ignoringSpace: Normal = (line) => toPlainCharacters(line).trim().replaceAll(/\s+/g, " ");

interface Line {
  readonly text: string;
  readonly start: number;
}

/** They do not overlap. */
export function findLines(text: string, edit: TextEdit, normal: Normal): Place[] {
  const wanted = toBlock(edit);
  const normals = wanted.oldLines.map(normal);
  if (normals.join("").replaceAll(" ", "").length < FUZZY_CHARS_MIN) return [];
  const lines = toLines(text);
  const found = lines.map(({ text: line }) => normal(line));
  const places: Place[] = [];
  for (let at = 0; at + normals.length <= lines.length; at += 1) {
    if (!normals.every((line, index) => found[at + index] === line)) continue;
    places.push(toPlace(text, lines.slice(at, at + normals.length), wanted));
    at += normals.length - 1;
  }
  return places;
}

interface Block {
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
  /** The last line includes its line ending. */
  readonly hasEnd: boolean;
}

/** Empty lines around the old text are removed from both texts, because models add them. */
function toBlock({ oldText, newText }: TextEdit): Block {
  let oldLines = oldText.split("\n");
  let newLines = newText === "" ? [] : newText.split("\n");
  const hasEnd = oldLines.at(-1)?.trim() === "" && oldLines.length > 1;
  while (oldLines.length > 1 && oldLines.at(-1)?.trim() === "") {
    oldLines = oldLines.slice(0, -1);
    if (newLines.at(-1)?.trim() === "") newLines = newLines.slice(0, -1);
  }
  while (oldLines.length > 1 && oldLines[0]?.trim() === "") {
    oldLines = oldLines.slice(1);
    if (newLines[0]?.trim() === "") newLines = newLines.slice(1);
  }
  return { oldLines, newLines, hasEnd };
}

function toPlace(text: string, lines: readonly Line[], { oldLines, newLines, hasEnd }: Block): Place {
  const start = lines[0]?.start ?? 0;
  const last = lines.at(-1) ?? { text: "", start };
  const end = last.start + last.text.length;
  const own = lines.map((line) => line.text);
  const replacement = merge(own, oldLines, newLines).join("\n");
  // Removed lines include their line ending, if the old text has it.
  if (newLines.length === 0 && hasEnd && text[end] === "\n") return { start, end: end + 1, replacement };
  return { start, end, replacement };
}

function merge(own: readonly string[], oldLines: readonly string[], newLines: readonly string[]): string[] {
  const most = Math.min(oldLines.length, newLines.length);
  let before = 0;
  while (before < most && oldLines[before] === newLines[before]) before += 1;
  let behind = 0;
  while (behind < most - before && oldLines.at(-1 - behind) === newLines.at(-1 - behind)) behind += 1;
  const reindent = createReindent(oldLines, own);
  const lineEnd = own[0]?.endsWith("\r") === true ? "\r" : "";
  const isLineForLine = oldLines.length === newLines.length;
  const changed = newLines.slice(before, newLines.length - behind).map((line, index) => {
    const at = before + index;
    const isHere = isLineForLine && indentOf(line) === indentOf(oldLines[at] ?? "");
    // If it replaces one line, it gets that line's indentation.
    const placed = isHere ? indentOf(own[at] ?? "") + line.slice(indentOf(line).length) : reindent(line);
    // Trailing whitespace from the model is ignored here.
    return placed.trimEnd() + lineEnd;
  });
  return [...own.slice(0, before), ...changed, ...own.slice(own.length - behind)];
}

function toLines(text: string): Line[] {
  let start = 0;
  return text.split("\n").map((line) => {
    const here = { text: line, start };
    start += line.length + 1;
    return here;
  });
}
