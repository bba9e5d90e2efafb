// The table of a run, and what is to be said about its cells.
import { toOneLine } from "@parley/base";
import type { KnownFailure } from "./agents/recipe.ts";
import { CHECK_NAMES } from "./checks/names.ts";
import { NOTE_CHARS_MAX } from "./limits.ts";
import type { Cell, Outcome } from "./cell.ts";
import type { AgentResult } from "./start-run.ts";

const WORDS: Readonly<Record<Outcome, string>> = {
  ok: "ok",
  fail: "FAIL",
  known: "known",
  fixed: "fixed",
  absent: "–",
};

/** As Markdown that is also readable as it is. */
export function formatReport(results: readonly AgentResult[]): string {
  return [...formatTable(results), "", ...formatNotes(results)].join("\n").trimEnd();
}

export function hasFailed(results: readonly AgentResult[]): boolean {
  return results.some(({ cells, trouble }) => trouble.length > 0 || cells.some(({ outcome }) => outcome === "fail"));
}

function formatTable(results: readonly AgentResult[]): readonly string[] {
  const names = CHECK_NAMES.filter((name) => results.some((result) => cellOf(result, name) !== undefined));
  const rows = [
    ["check", ...results.map(({ recipe }) => recipe.name)],
    ["version", ...results.map(({ recipe }) => recipe.version)],
    ...names.map((name) => [name, ...results.map((result) => wordOf(cellOf(result, name)))]),
    ["seconds", ...results.map(({ cells }) => String(Math.round(cells.reduce((sum, { ms }) => sum + ms, 0) / 1_000)))],
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const lines = rows.map((row) => `| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(" | ")} |`);
  const [head = "", ...body] = lines;
  return [head, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...body];
}

function formatNotes(results: readonly AgentResult[]): readonly string[] {
  return results.flatMap(({ recipe, cells, trouble }) => {
    const notes = cells.flatMap((cell) => {
      const note = noteOf(cell, recipe.known?.[cell.check]);
      return note === undefined ? [] : [`- ${recipe.name} \`${cell.check}\`: ${note}`];
    });
    return [...notes, ...trouble.map((text) => `- ${recipe.name}: ${toOneLine(text, NOTE_CHARS_MAX)}`)];
  });
}

function noteOf({ outcome, note = "" }: Cell, known: KnownFailure | undefined): string | undefined {
  const link = known?.link === undefined ? "" : ` (${known.link})`;
  switch (outcome) {
    case "ok":
      return undefined;
    case "absent":
      return `– ${note}`;
    case "fail":
      return `FAIL ${toOneLine(note, NOTE_CHARS_MAX)}`;
    case "known":
      return `known: ${note}${link}`;
    case "fixed":
      return `passes now; take it out of the documented failures: ${note}${link}`;
  }
}

function cellOf({ cells }: AgentResult, name: string): Cell | undefined {
  return cells.find(({ check }) => check === name);
}

function wordOf(cell: Cell | undefined): string {
  return cell === undefined ? "" : WORDS[cell.outcome];
}
