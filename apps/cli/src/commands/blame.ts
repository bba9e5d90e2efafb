// `parley blame`: which session and turn last touched a file, or a line of it.
import { neutralLine } from "@parley/base";
import type { Operations } from "@parley/contract";
import { resolve } from "node:path";
import type { Run } from "../command.ts";
import { ExitCodes } from "../exit-codes.ts";
import { connectHub } from "../hub/connect-hub.ts";
import { printJson, printNotice, printTable } from "../output/print.ts";
import { ago } from "../output/time.ts";
import type { blameUsage } from "../usage/blame.ts";

type FileHistory = Operations["history/get"]["reply"];
type Touch = FileHistory["touches"][number];
type Surroundings = Parameters<typeof printTable>[2];

export const run: Run<typeof blameUsage> = async ({ flags, positionals: [named = ""] }, context) => {
  const { line, limit, json } = flags;
  await using access = await connectHub(flags, context);
  const history = await access.remote.request("history/get", {
    path: resolve(context.cwd, named),
    ...(line !== undefined && { line }),
    ...(limit !== undefined && { limit }),
  });
  if (json) printJson(history);
  else if (history.line !== undefined) printLine(history.line, context);
  else if (history.touches.length === 0) printNotice("No turn touched this file.");
  else printTouches(history.touches, context);
  return ExitCodes.endTurn;
};

const NOT_FOUND: Readonly<Record<string, string>> = {
  elsewhere: "This line was changed outside of sessions.",
  untouched: "No turn touched this line.",
  unknown: "Unknown: Parley no longer has the snapshots of a turn that changed the file.",
};

function printLine({ found, touch, written_by: by }: NonNullable<FileHistory["line"]>, context: Surroundings): void {
  if (touch === undefined) return printNotice(NOT_FOUND[found] ?? found);
  printTouches([touch], context);
  if (by !== undefined) printNotice(`Written by: ${neutralLine(by.title)}`);
}

function printTouches(touches: readonly Touch[], context: Surroundings): void {
  const now = Date.now();
  printTable<Touch>(
    [
      { title: "WHEN", text: ({ at_ms: atMs }) => ago(atMs, now) },
      { title: "SESSION", text: ({ session_id: id }) => id, style: () => "dim" },
      { title: "TURN", text: ({ turn }) => String(turn) },
      { title: "CHANGE", text: describeChange },
      { title: "AGENT", text: ({ agent }) => neutralLine(agent) },
      { title: "PROMPT", text: ({ prompt }) => neutralLine(prompt), shrinks: "end" },
    ],
    touches,
    context,
  );
}

function describeChange({ change, approval, is_undone: isUndone }: Touch): string {
  return [change, ...(approval === "approved" ? [] : ["not approved"]), ...(isUndone ? ["undone"] : [])].join(", ");
}
