// Reviews that are under way, and what was left as it is by the last ones, with the reasons.
import { toMessage } from "../parts/to-message.ts";
import { useCallback, useMemo, useState } from "react";
import type { ChangesPort, LeftChange, ReviewAction, ReviewTarget } from "./changes-port.ts";
import { NOT_DONE } from "./words.ts";

export interface Refusal {
  readonly action: ReviewAction;
  readonly target: ReviewTarget;
  readonly message: string;
  /** Missing if nothing was done at all. */
  readonly reason?: LeftChange["reason"] | undefined;
}

export interface ReviewState {
  /** Keys of `keyOf`. */
  readonly busy: ReadonlySet<string>;
  readonly refusals: readonly Refusal[];
  run(action: ReviewAction, target: ReviewTarget): void;
  dismiss(refusal: Refusal): void;
}

export function keyOf({ path, hunk }: ReviewTarget): string {
  return `${path ?? ""}\n${hunk ?? ""}`;
}

export function useReview(port: ChangesPort): ReviewState {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);

  const run = useCallback(
    (action: ReviewAction, target: ReviewTarget) => {
      const key = keyOf(target);
      setBusy((known) => new Set([...known, key]));
      setRefusals((known) => known.filter((one) => !isWithin(one.target, target)));
      void attempt(port, action, target).then((found) => {
        setBusy((known) => new Set([...known].filter((one) => one !== key)));
        return setRefusals((known) => [...known, ...found]);
      });
    },
    [port],
  );
  const dismiss = useCallback((refusal: Refusal) => setRefusals((all) => all.filter((one) => one !== refusal)), []);
  return useMemo(() => ({ busy, refusals, run, dismiss }), [busy, refusals, run, dismiss]);
}

async function attempt(port: ChangesPort, action: ReviewAction, target: ReviewTarget): Promise<readonly Refusal[]> {
  try {
    const { left } = await port.review(action, target);
    return left.map((one) => toRefusal(action, one));
  } catch (error) {
    return [{ action, target, message: `${NOT_DONE[action]}: ${toMessage(error)}` }];
  }
}

function toRefusal(action: ReviewAction, { path, hunk, reason, message }: LeftChange): Refusal {
  return { action, target: { path, hunk }, reason, message: `${NOT_DONE[action]}: ${message}` };
}

/** A review of all files, or of a whole file, answers what was refused of it before. */
function isWithin(one: ReviewTarget, { path, hunk }: ReviewTarget): boolean {
  return (path === undefined || one.path === path) && (hunk === undefined || one.hunk === hunk);
}
