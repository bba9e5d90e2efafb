// `parley trace diff`: shows the first difference between two traces, and the messages before it.
import { neutralLine } from "@parley/base";
import { diffTraces, loadTrace, type ComparedFrame, type TraceDiff, type TraceDifference } from "@parley/observe";
import { listenForStop } from "../../client/stop-signals.ts";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printLines } from "../../output/print.ts";
import { line, span, type Line } from "../../terminal/line.ts";
import { shortened } from "../../terminal/width.ts";
import type { traceDiffUsage } from "../../usage/trace.ts";
import { openFile } from "./open-file.ts";

/** How much of a value is shown. */
const VALUE_COLUMNS_MAX = 400;
const CONTEXT_COLUMNS_MAX = 120;

export const run: Run<typeof traceDiffUsage> = async ({ flags, positionals: [one = "", other = ""] }, context) => {
  using stop = listenForStop();
  const options = { signal: stop.asked, isSilent: true };
  const left = await loadTrace(openFile(one, options));
  const right = await loadTrace(openFile(other, options));
  const diff = diffTraces(left, right, { withMeta: flags.meta, withChunks: flags.chunks, context: flags.context });
  if (flags.json) printJson({ isSame: diff.difference === undefined, ...diff });
  else printLines(drawDiff(diff), context);
  return diff.difference === undefined ? ExitCodes.endTurn : ExitCodes.unexpected;
};

function drawDiff({ same, leftFrames, rightFrames, difference }: TraceDiff): readonly Line[] {
  if (difference === undefined) return [line(span(`The traces are the same: ${same} messages.`, "good"))];
  const { left, right, inside, before } = difference;
  return [
    line(`The first ${same} messages are the same, of ${leftFrames} and ${rightFrames}. Then:`),
    ...before.map((frame) => line(span(`  ${describe(frame)}`, "dim"))),
    ...(inside === undefined ? drawWhole(left, right) : drawInside(difference)),
  ];
}

function drawWhole(left: ComparedFrame | undefined, right: ComparedFrame | undefined): readonly Line[] {
  return [line(span(`- ${drawFrame(left)}`, "bad")), line(span(`+ ${drawFrame(right)}`, "good"))];
}

function drawInside({ left, right, inside }: TraceDifference): readonly Line[] {
  return [
    line(
      span(`  ${nameOf(left)}`, "strong"),
      `, line ${left?.line ?? 0} and line ${right?.line ?? 0}, at ${inside?.path === "" ? "the whole" : (inside?.path ?? "")}:`,
    ),
    line(span(`- ${neutralLine(show(inside?.left))}`, "bad")),
    line(span(`+ ${neutralLine(show(inside?.right))}`, "good")),
  ];
}

function drawFrame(frame: ComparedFrame | undefined): string {
  return frame === undefined ? "nothing more" : describe(frame);
}

function show(value: unknown): string {
  return value === undefined ? "nothing" : shortened(JSON.stringify(value), VALUE_COLUMNS_MAX);
}

function nameOf(frame: ComparedFrame | undefined): string {
  return frame === undefined ? "" : `${frame.from === "client" ? "→" : "←"} ${frame.label}`;
}

function describe(frame: ComparedFrame): string {
  return `${frame.line} ${nameOf(frame)} ${shortened(neutralLine(JSON.stringify(frame.value)), CONTEXT_COLUMNS_MAX)}`;
}
