// Undoes the turns of a session that no hub has: one that a command ran on its own.
import type { SessionInfo, SessionStore } from "@parley/home/session-log";
import type { ChangedFile, ChangesEvent } from "@parley/acp";
import { neutralLine, ParleyError } from "@parley/base";
import { undoChanges } from "@parley/client/features";
import { ExitCodes } from "../exit-codes.ts";
import { printJson, printNotice } from "../output/print.ts";
import { confirm } from "../questions/confirm.ts";
import { describeChange } from "../run/describe-changes.ts";
import type { ReviewFlags } from "./run-review.ts";

export async function undoAlone(
  flags: Omit<ReviewFlags, "hunk">,
  store: Pick<SessionStore, "read">,
  info: SessionInfo,
  home: string,
): Promise<number> {
  const { event, files } = await findChanges(store, info, flags.turn);
  const paths = flags.path.length > 0 ? flags.path : undefined;
  const wanted = paths === undefined ? files : files.filter(({ path }) => paths.includes(path));
  const question = [
    `To be undone in ${info.cwd}:`,
    ...wanted.map((file) => `  ${neutralLine(describeChange(file))}`),
    ...(event.omitted === undefined ? [] : [`  and ${event.omitted} more`]),
  ].join("\n");
  if (flags["dry-run"]) {
    if (flags.json) printJson({ sessionId: info.id, cwd: info.cwd, files: wanted });
    else printNotice(question);
    return ExitCodes.endTurn;
  }
  // Scripts are not asked for confirmation, because the undo can itself be undone.
  if (process.stderr.isTTY && !(await confirm(`${question}\nContinue?`, flags.yes))) {
    printNotice("Nothing was changed.");
    return ExitCodes.endTurn;
  }
  const overwrite = flags.force;
  const result = await undoChanges({ cwd: info.cwd, parleyHome: home, event, paths, overwrite });
  const left = result.left.map(({ path, reason, error }) => ({
    path,
    reason,
    ...(error && { message: error.message }),
  }));
  if (flags.json)
    printJson({ sessionId: info.id, cwd: info.cwd, restored: result.restored, left, before: result.undo });
  else printResult(result.restored, left);
  return left.some(({ reason }) => reason !== "not_in_diff") ? ExitCodes.unexpected : ExitCodes.endTurn;
}

interface Left {
  readonly path: string;
  readonly reason: string;
  readonly message?: string | undefined;
}

const WHY: Readonly<Record<string, string>> = {
  changed_since: "changed since then (--force undoes it anyway)",
  not_in_diff: "the turn did not change it",
};

function printResult(restored: readonly string[], left: readonly Left[]): void {
  for (const path of restored) printNotice(`restored ${neutralLine(path)}`);
  for (const { path, reason, message } of left)
    printNotice(`skipped ${neutralLine(path)}: ${message ?? WHY[reason] ?? reason}`);
  if (restored.length === 0 && left.length === 0) printNotice("Nothing to undo: all files are unchanged.");
}

/** The changes from before that turn until after the last one; each file is listed with its latest change. */
async function findChanges(
  store: Pick<SessionStore, "read">,
  info: SessionInfo,
  turn: number | undefined,
): Promise<{
  readonly event: Pick<ChangesEvent, "before" | "after" | "omitted">;
  readonly files: readonly ChangedFile[];
}> {
  const { events } = await store.read(info.id);
  const changes: { readonly turn: number; readonly event: ChangesEvent }[] = [];
  let turns = 0;
  for await (const event of events) {
    if (event.type === "prompt") turns += 1;
    else if (event.type === "changes") changes.push({ turn: turns, event });
  }
  const last = changes.at(-1);
  const first = turn === undefined ? last : changes.find((change) => change.turn >= turn);
  if (first === undefined || last === undefined) throw nothingToUndo(info, turn, turns);
  const files = new Map<string, ChangedFile>();
  for (const { event } of changes.slice(changes.indexOf(first)))
    for (const file of event.files) files.set(file.path, file);
  const { before } = first.event;
  const { after, omitted } = last.event;
  return { event: { before, after, omitted }, files: [...files.values()] };
}

function nothingToUndo({ id }: SessionInfo, turn: number | undefined, turns: number): ParleyError {
  const where = turn === undefined ? "" : ` from turn ${turn} on (it has ${turns})`;
  const message = `No turn of session ${id} changed a file${where}`;
  const remedy = { label: "Show the session", command: `parley sessions show ${id}` };
  return new ParleyError({ code: "usage", message, remedy });
}
