// The checker: one sentence for everything that does not hold.
import { checkOwners, checkSequence, checkServersAgree } from "./check-log.ts";
import { checkAnswers, checkFinished, checkParts, checkPrompts, checkWitnesses } from "./check-turns.ts";
import { checkChunks, checkFollowers, checkTexts } from "./check-views.ts";
import type { Evidence } from "./evidence.ts";

const CHECKS: readonly ((evidence: Evidence) => readonly string[])[] = [
  checkSequence,
  checkServersAgree,
  checkOwners,
  checkFinished,
  checkParts,
  checkPrompts,
  checkAnswers,
  checkWitnesses,
  checkFollowers,
  checkChunks,
  checkTexts,
  ({ processes }) => processes.map((process) => `a process is left: ${process}`),
];

export function check(evidence: Evidence): readonly string[] {
  return CHECKS.flatMap((one) => one(evidence));
}
