// `parley sessions rewind`: continues a session from before one of its prompts, with the files as they were then.
import { asInvoked, neutralLine, ParleyError, plural } from "@parley/base";
import type { Operations } from "@parley/contract";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice, printText } from "../../output/print.ts";
import { confirm } from "../../questions/confirm.ts";
import { withChanges, type ChangedSession } from "../../review/session-changes.ts";
import type { sessionsRewindUsage } from "../../usage/sessions-changes.ts";

type Flags = Parameters<Run<typeof sessionsRewindUsage>>[0]["flags"];
type Points = Operations["sessions/rewindPoints"]["reply"];
type Rewound = Operations["sessions/rewind"]["reply"];

export const run: Run<typeof sessionsRewindUsage> = ({ flags, positionals: [named] }, context) => {
  if (flags.undo && flags.turn !== undefined) {
    throw new ParleyError({ code: "usage", message: "--undo cannot be combined with --turn" });
  }
  const isListing = flags.turn === undefined && !flags.undo;
  return withChanges(flags, context, named, (session) =>
    isListing ? listPoints(flags, session) : rewind(flags, session),
  );
};

async function listPoints({ json }: Flags, { id, cwd, remote }: ChangedSession): Promise<number> {
  const listed = await remote.request("sessions/rewindPoints", { id });
  if (json) printJson({ sessionId: id, cwd, ...listed });
  else if (listed.points.length === 0 && listed.undoable === undefined) printNotice("No prompts to rewind to.");
  else printText(describePoints(listed));
  return ExitCodes.endTurn;
}

function describePoints({ points, undoable }: Points): string {
  const width = `${points.at(-1)?.turn ?? 0}`.length;
  const lines = points.map(({ turn, text, files }) => {
    const changed = files === 0 ? "" : `  (${plural(files, "file")})`;
    return `${`${turn}`.padStart(width)}  ${neutralLine(text)}${changed}`;
  });
  const undo = undoable === undefined ? [] : [`The rewind to before turn ${undoable} can be undone (--undo).`];
  return [...lines, ...undo].join("\n");
}

async function rewind(flags: Flags, { id, cwd, remote }: ChangedSession): Promise<number> {
  const { turn, undo, force, "keep-files": keepFiles, yes, json } = flags;
  // Scripts are not asked for confirmation, because the rewind can itself be undone.
  const question = undo ? "Undo the last rewind?" : `Rewind session ${id} in ${cwd} to before turn ${turn}?`;
  if (process.stderr.isTTY && !(await confirm(question, yes))) {
    printNotice("Nothing was changed.");
    return ExitCodes.endTurn;
  }
  const { session: _session, ...rewound } = await remote.request("sessions/rewind", {
    id,
    ...(turn !== undefined && { turn }),
    ...(undo && { undo }),
    ...(force && { force }),
    ...(keepFiles && { keep_files: true }),
  });
  if (json) printJson({ sessionId: id, cwd, ...rewound });
  else printResult(id, undo, rewound);
  return rewound.left.length > 0 ? ExitCodes.unexpected : ExitCodes.endTurn;
}

function printResult(id: string, isUndo: boolean, { turn, files, left }: Omit<Rewound, "session">): void {
  for (const path of files) printNotice(`restored ${neutralLine(path)}`);
  for (const { path, message } of left) printNotice(`skipped ${neutralLine(path)}: ${message}`);
  if (isUndo) printNotice(`Undid the rewind to before turn ${turn}.`);
  else {
    printNotice(`Rewound to before turn ${turn}.`);
    printNotice(asInvoked(`To undo: parley sessions rewind ${id} --undo`));
  }
}
