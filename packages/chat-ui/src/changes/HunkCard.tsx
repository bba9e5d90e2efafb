// One hunk of a changed file: where it is, which tool call wrote it, and its lines.
import { neutralLine } from "@parley/base";
import { useMemo } from "react";
import { DiffRows } from "../diff/DiffRows.tsx";
import type { Hunk } from "./changes-port.ts";
import { Refusals } from "./Refusals.tsx";
import { ReviewButton } from "./ReviewButton.tsx";
import { toHunkRows } from "./to-hunk-rows.ts";
import type { Refusal, ReviewState } from "./use-review.ts";
import { STATES } from "./words.ts";
import "./HunkCard.css";

export interface HunkCardProps {
  readonly hunk: Hunk;
  /** How many hunks the file has. */
  readonly count: number;
  readonly path: string;
  readonly name: string;
  readonly review: ReviewState;
  readonly refusals: readonly Refusal[];
}

export function HunkCard({ hunk, count, path, name, review, refusals }: HunkCardProps) {
  const { id, number, state, written_by: writer } = hunk;
  const rows = useMemo(() => toHunkRows(hunk), [hunk]);
  const buttons = { target: { path, hunk: id }, name: `hunk ${number} of ${name}`, review };
  return (
    <div
      className="hunk-card"
      role="group"
      aria-label={`Hunk ${number} of ${name}`}
      data-state={state}
      data-review-stop=""
      tabIndex={-1}
    >
      <div className="hunk-card-head">
        <span className="hunk-card-place">
          Hunk {number} of {count}
          {state !== "pending" && <b className="hunk-card-state">{STATES[state]}</b>}
          {writer !== undefined && (
            <span className="hunk-card-writer" title={neutralLine(writer.title)}>
              {neutralLine(writer.title)}
            </span>
          )}
        </span>
        {state === "undone" ? (
          <ReviewButton action="redo" {...buttons} />
        ) : (
          <>
            <ReviewButton action="undo" {...buttons} />
            {state === "pending" && <ReviewButton action="keep" {...buttons} />}
          </>
        )}
      </div>
      <Refusals refusals={refusals} review={review} />
      <DiffRows rows={rows} />
    </div>
  );
}
