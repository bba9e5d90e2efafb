// Keeps, undoes or redoes something, and says so while it does.
import { Check, Redo2, Undo2 } from "lucide-react";
import { Button } from "../parts/Button.tsx";
import type { ReviewAction, ReviewTarget } from "./changes-port.ts";
import { keyOf, type ReviewState } from "./use-review.ts";
import { ACTIONS } from "./words.ts";

export interface ReviewButtonProps {
  readonly action: ReviewAction;
  readonly target: ReviewTarget;
  /** What it is about, as in "Undo all" and "Undo hunk 1 of src/add.js". */
  readonly name: string;
  readonly review: ReviewState;
  readonly isOff?: boolean | undefined;
  /** Only an icon; the name is its tooltip. */
  readonly isSmall?: boolean | undefined;
}

const ICONS = { keep: Check, undo: Undo2, redo: Redo2 } as const;

export function ReviewButton({ action, target, name, review, isOff = false, isSmall = false }: ReviewButtonProps) {
  const Icon = ICONS[action];
  const isBusy = review.busy.has(keyOf(target));
  const label = `${ACTIONS[action]} ${name}`;
  const text = name === "all" ? label : ACTIONS[action];
  return (
    <Button
      look={isSmall ? "quiet" : "plain"}
      aria-label={label}
      title={isSmall ? label : undefined}
      aria-busy={isBusy}
      disabled={isOff || isBusy}
      data-review={action}
      onClick={() => review.run(action, target)}
    >
      {isSmall ? <Icon size={15} aria-hidden="true" /> : text}
    </Button>
  );
}
