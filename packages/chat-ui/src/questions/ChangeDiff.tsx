// The change of one file that a permission is about, line by line.
import { reveal } from "@parley/base";
import { findWordMarks, NO_PATH, type Diff, type DiffRow, type WordRun } from "@parley/chat-model";
import { useMemo, useState } from "react";
import { Button } from "../parts/Button.tsx";
import { DIFF_ROWS_SHOWN } from "../limits.ts";
import "./ChangeDiff.css";

export interface ChangeDiffProps {
  readonly path: string;
  /** Undefined: too large to compare. */
  readonly diff: Diff | undefined;
}

export function ChangeDiff({ path, diff }: ChangeDiffProps) {
  const marks = useMemo(() => findWordMarks(diff?.rows ?? []), [diff]);
  const [isWhole, setWhole] = useState(false);
  const name = path === "" ? NO_PATH : path;
  const rows = diff?.rows ?? [];
  const shown = isWhole ? rows : rows.slice(0, DIFF_ROWS_SHOWN);
  return (
    <section className="change-diff" aria-label={`Changes to ${name}`}>
      <div className="change-diff-head">
        <code>{name}</code>
        {diff === undefined ? (
          <span>too large to compare</span>
        ) : (
          <span className="change-diff-counts">
            <span className="change-diff-added">+{diff.added}</span>
            <span className="change-diff-removed">−{diff.removed}</span>
          </span>
        )}
      </div>
      <div className="change-diff-rows" tabIndex={0} role="group" aria-label={`Lines of ${name}`}>
        {shown.map((row, index) => (
          <Row key={index} row={row} marks={marks.get(row)} />
        ))}
      </div>
      {shown.length < rows.length && (
        <Button look="quiet" onClick={() => setWhole(true)}>
          Show {rows.length - shown.length} more lines
        </Button>
      )}
    </section>
  );
}

const SIGNS = { added: "+", removed: "−", same: "" } as const;

function Row({ row, marks }: { readonly row: DiffRow; readonly marks: readonly WordRun[] | undefined }) {
  if (row.type === "gap") return <div className="change-diff-gap">{row.lines} unchanged lines</div>;
  return (
    <div className={`change-diff-row change-diff-row-${row.type}`}>
      <span className="change-diff-number">{row.number}</span>
      <span className="change-diff-sign">{SIGNS[row.type]}</span>
      <span className="change-diff-text" dir="ltr">
        {marks === undefined
          ? reveal(row.text)
          : marks.map(({ text, isChanged }, index) =>
              isChanged ? <mark key={index}>{reveal(text)}</mark> : <span key={index}>{reveal(text)}</span>,
            )}
      </span>
    </div>
  );
}
