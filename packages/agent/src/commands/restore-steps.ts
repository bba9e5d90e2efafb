// Shared by /undo and /redo: restores turns one by one and reports the result.
import { ParleyError, plural } from "@parley/base";
import type { CheckpointReport } from "../checkpoints/checkpoints.ts";
import { bullets, inlineCode } from "../text/markdown.ts";
import { describeError } from "../text/sentences.ts";
import { say } from "./answer.ts";
import type { CommandContext, CommandResult } from "./command.ts";
import { LISTED_FILES_MAX, STEPS_AT_ONCE_MAX } from "../limits.ts";

type Direction = "undo" | "redo";

interface Done {
  readonly steps: number;
  readonly changed: readonly string[];
  readonly leftAlone: CheckpointReport["leftAlone"];
  /** Why it stopped. */
  readonly stopped: string | undefined;
}

export async function runSteps(direction: Direction, rest: string, context: CommandContext): Promise<CommandResult> {
  const count = rest === "" ? 1 : Number(rest);
  if (!Number.isInteger(count) || count < 1 || count > STEPS_AT_ONCE_MAX) {
    return say(
      `Invalid number of turns. \`/${direction}\` takes a number from 1 to ${STEPS_AT_ONCE_MAX}, or nothing for one turn.`,
    );
  }
  const done = await restoreSteps(direction, count, context);
  if (done.steps === 0) return say(done.stopped ?? "");
  return say(
    describeChanged(direction, done),
    describeLeftAlone(done.leftAlone),
    done.stopped ?? "",
    nextStep(direction),
  );
}

async function restoreSteps(direction: Direction, count: number, context: CommandContext): Promise<Done> {
  const changed = new Set<string>();
  const leftAlone = new Map<string, string>();
  let steps = 0;
  let stopped: string | undefined;
  while (steps < count && stopped === undefined && !context.signal.aborted) {
    try {
      const report = await context.checkpoints[direction]();
      steps += 1;
      for (const path of report.changed) changed.add(path);
      for (const { path, why } of report.leftAlone) leftAlone.set(path, why);
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error;
      stopped = describeError(error);
    }
  }
  return { steps, changed: [...changed], leftAlone: Array.from(leftAlone, ([path, why]) => ({ path, why })), stopped };
}

function describeChanged(direction: Direction, { steps, changed }: Done): string {
  const turns = steps === 1 ? "the last turn" : `the last ${plural(steps, "turn")}`;
  const what = direction === "undo" ? `Undid ${turns}` : `Redid ${turns === "the last turn" ? "the turn" : turns}`;
  if (changed.length === 0) return `Nothing could be ${direction === "undo" ? "undone" : "redone"}.`;
  return `${what}: ${plural(changed.length, "file")}.\n\n${bullets(changed.map(inlineCode), LISTED_FILES_MAX)}`;
}

function describeLeftAlone(leftAlone: CheckpointReport["leftAlone"]): string {
  if (leftAlone.length === 0) return "";
  const items = leftAlone.map(({ path, why }) => `${inlineCode(path)}: ${why}`);
  return `Left unchanged:\n\n${bullets(items, LISTED_FILES_MAX)}`;
}

function nextStep(direction: Direction): string {
  return direction === "undo"
    ? "`/redo` reapplies it, `/undo` goes back one more turn. The conversation still contains the turn."
    : "`/undo` reverts it again.";
}
