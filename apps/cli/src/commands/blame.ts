// `parley blame`: which session and turn last touched a file, or a line of it.
import { neutralLine } from "@parley/base";
import type { Operations } from "@parley/contract";
import { resolve } from "node:path";
import type { Run } from "../command.ts";
import { ExitCodes } from "../exit-codes.ts";
import { connectHub } from "../hub/connect-hub.ts";
import { printJson, printNotice, printText } from "../output/print.ts";
import type { blameUsage } from "../usage/blame.ts";

type FileHistory = Operations["history/get"]["reply"];
type Touch = FileHistory["touches"][number];

export const run: Run<typeof blameUsage> = async ({ flags, positionals: [named = ""] }, context) => {
  const { line, limit, json } = flags;
  await using access = await connectHub(flags, context);
  const history = await access.remote.request("history/get", {
    path: resolve(context.cwd, named),
    ...(line !== undefined && { line }),
    ...(limit !== undefined && { limit }),
  });
  if (json) printJson(history);
  else if (history.line !== undefined) describeLine(history.line);
  else if (history.touches.length === 0) printNotice("No turn touched this file.");
  else printText(history.touches.map(describeTouch).join("\n"));
  return ExitCodes.endTurn;
};

const NOT_FOUND: Readonly<Record<string, string>> = {
  elsewhere: "This line was changed outside of sessions.",
  untouched: "No turn touched this line.",
  unknown: "Unknown: the snapshots of a turn that changed the file are no longer kept.",
};

function describeLine({ found, touch, written_by: by }: NonNullable<FileHistory["line"]>): void {
  if (touch === undefined) printNotice(NOT_FOUND[found] ?? found);
  else printText(describeTouch(touch) + (by === undefined ? "" : `  [${neutralLine(by.title)}]`));
}

function describeTouch({
  at_ms: atMs,
  session_id: id,
  turn,
  change,
  agent,
  prompt,
  approval,
  is_undone: isUndone,
}: Touch): string {
  const marks = [...(approval === "approved" ? [] : ["not approved"]), ...(isUndone ? ["undone"] : [])];
  const mark = marks.length === 0 ? "" : `  (${marks.join(", ")})`;
  const at = new Date(atMs).toISOString();
  return `${at}  ${id} turn ${turn}  ${change}  ${neutralLine(agent)}: ${neutralLine(prompt)}${mark}`;
}
