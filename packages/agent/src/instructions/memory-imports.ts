// Finds `@path` imports in a project memory file, on a separate line or in a sentence. Code is ignored.
import { IMPORTS_MAX } from "../limits.ts";

export interface Import {
  /** As written in the file. */
  readonly path: string;
  /** On a separate line, so it is certainly an import, and a missing file is reported. */
  readonly isLine: boolean;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const WHOLE_LINE = /^\s*@(?:import\s+)?["']?([^\s"'@]+)["']?\s*$/;
const LIST_ITEM = /^\s*[-*+]\s+/;

export function findImports(text: string): readonly Import[] {
  const found = new Map<string, Import>();
  for (const { line, isCode } of readLines(text)) {
    if (isCode || !line.includes("@")) continue;
    const [, whole] = WHOLE_LINE.exec(line) ?? [];
    const paths = whole === undefined ? findInSentence(line) : [whole];
    for (const path of paths) {
      if (!found.has(path)) found.set(path, { path, isLine: whole !== undefined });
      if (found.size >= IMPORTS_MAX) return [...found.values()];
    }
  }
  return [...found.values()];
}

/** The paths in list items with nothing else: imports, or names of users and packages. */
export function findImportItems(text: string): readonly string[] {
  const lines = [...readLines(text)].filter(({ isCode }) => !isCode);
  return lines.flatMap(({ line }) => toItem(line) ?? []).slice(0, IMPORTS_MAX);
}

/** The text without pure import lines, whose files are added separately. `items`: the list items that are imports. */
export function withoutImportLines(text: string, items: ReadonlySet<string>): string {
  const kept: string[] = [];
  for (const { line, isCode } of readLines(text)) {
    const item = toItem(line);
    const isImport = item === undefined ? WHOLE_LINE.test(line) : items.has(item);
    if (isCode || !isImport) kept.push(line);
  }
  return kept.join("\n");
}

/** Undefined unless the line is a list item that may be an import. */
function toItem(line: string): string | undefined {
  if (!LIST_ITEM.test(line) || !WHOLE_LINE.test(line.replace(LIST_ITEM, ""))) return undefined;
  return findInSentence(line)[0];
}

function* readLines(text: string): Generator<{ readonly line: string; readonly isCode: boolean }> {
  let fence: string | undefined;
  for (const line of text.split("\n")) {
    const [, mark] = FENCE.exec(line) ?? [];
    const isEdge = mark !== undefined && (fence === undefined || (mark.startsWith(fence) && line.trim() === mark));
    yield { line, isCode: isEdge || fence !== undefined };
    if (isEdge) fence = fence === undefined ? mark : undefined;
  }
}

/** Must look like a path, because user names and packages start with @ too. */
function findInSentence(line: string): string[] {
  // Every second part is between backticks.
  const prose = line.split("`").filter((_, index) => index % 2 === 0);
  return prose
    .flatMap((piece) => piece.split(/[\s()[\]"'<>]+/))
    .filter((word) => word.startsWith("@"))
    .map((word) => word.slice(1).replace(/[.,;:!?]+$/, ""))
    .filter((path) => /[./]/.test(path) && !path.includes("@"));
}
