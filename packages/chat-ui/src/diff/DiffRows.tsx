// The rows of a diff: line numbers, what was removed and added, and the words that changed within a line.
import { revealCode, truncate, t, tPlural, formatNumber } from "@parley/base";
import { findWordMarks, type DiffRow, type WordRun } from "@parley/chat-model";
import { useMemo, useState } from "react";
import { DIFF_ROWS_MAX, DIFF_ROWS_STEP, DIFF_SHOWN_CHARS_MAX } from "../limits.ts";
import { Button } from "../parts/Button.tsx";
import "./DiffRows.css";

export interface DiffRowsProps {
  /** The same array as long as nothing has changed. */
  readonly rows: readonly DiffRow[];
}

const SIGNS = { added: "+", removed: "\u2212", same: " " } as const;

export function DiffRows({ rows }: DiffRowsProps) {
  const [shown, setShown] = useState(DIFF_ROWS_MAX);
  const marks = useMemo(() => findWordMarks(rows.slice(0, shown)), [rows, shown]);
  const hidden = rows.length - shown;
  return (
    <div className="diff-rows" role="group" aria-label={t("Diff")} tabIndex={0}>
      <div className="diff-rows-lines">
        {rows.slice(0, shown).map((row, index) => (
          <Row key={index} row={row} runs={row.type === "gap" ? undefined : marks.get(row)} />
        ))}
      </div>
      {hidden > 0 && (
        <Button look="quiet" onClick={() => setShown(shown + DIFF_ROWS_STEP)}>
          {t("Show {0} more of {1} lines", formatNumber(Math.min(hidden, DIFF_ROWS_STEP)), formatNumber(rows.length))}
        </Button>
      )}
    </div>
  );
}

function Row({ row, runs }: { readonly row: DiffRow; readonly runs: readonly WordRun[] | undefined }) {
  if (row.type === "gap") {
    return <div className="diff-rows-gap">{tPlural(row.lines, "{0} unchanged line", "{0} unchanged lines")}</div>;
  }
  return (
    <div className={`diff-rows-row diff-rows-${row.type}`}>
      <span className="diff-rows-number">{row.number}</span>
      <span className="diff-rows-sign">{SIGNS[row.type]}</span>
      <code className="diff-rows-text">{runs === undefined ? toShown(row.text) : runs.map(toWord)}</code>
    </div>
  );
}

function toWord({ text, isChanged }: WordRun, index: number) {
  return isChanged ? <mark key={index}>{revealCode(text)}</mark> : revealCode(text);
}

/** Invisible characters are spelled out, because a diff is what a person approves. */
function toShown(text: string): string {
  return revealCode(truncate(text, DIFF_SHOWN_CHARS_MAX));
}
