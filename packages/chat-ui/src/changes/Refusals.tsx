// What was left as it is, with the reason, and what a person can do about it.
import { revealLine } from "@parley/base";
import { X } from "lucide-react";
import { Button } from "../parts/Button.tsx";
import type { Refusal, ReviewState } from "./use-review.ts";
import { FORCEABLE } from "./words.ts";
import "./Refusals.css";

export interface RefusalsProps {
  readonly refusals: readonly Refusal[];
  readonly review: ReviewState;
}

export function Refusals({ refusals, review }: RefusalsProps) {
  return (
    <div role="status" className="refusals">
      {refusals.map((refusal, index) => (
        <div key={index} className="refusals-one">
          <p>{revealLine(refusal.message)}</p>
          {canForce(refusal) && (
            <Button onClick={() => review.run(refusal.action, { ...refusal.target, isForced: true })}>
              Overwrite {revealLine(refusal.target.path ?? "")}
            </Button>
          )}
          <Button look="quiet" aria-label="Dismiss" onClick={() => review.dismiss(refusal)}>
            <X size={14} aria-hidden="true" />
          </Button>
        </div>
      ))}
    </div>
  );
}

/** Hunks are never overwritten. */
function canForce({ reason, target: { path, hunk } }: Refusal): boolean {
  return path !== undefined && hunk === undefined && reason !== undefined && FORCEABLE.has(reason);
}
