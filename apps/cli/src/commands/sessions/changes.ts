// `parley sessions changes`: the files that a session changed, or the hunks of one of them.
import { neutralLine } from "@parley/base";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice, printText } from "../../output/print.ts";
import { toChangedFile, type ChangeList, type ShownChange } from "../../changes/change-requests.ts";
import { withChanges, type ChangedSession } from "../../review/session-changes.ts";
import { describeChange } from "../../review/describe-changes.ts";
import type { sessionsChangesUsage } from "../../usage/sessions-changes.ts";

export const run: Run<typeof sessionsChangesUsage> = ({ flags, positionals: [named] }, context) =>
  withChanges(flags, context, named, (session) => showChanges(flags, session));

async function showChanges(
  flags: { readonly turn: number | undefined; readonly path: string | undefined; readonly json: boolean },
  { id, cwd, remote }: ChangedSession,
): Promise<number> {
  const selection = flags.turn === undefined ? {} : { turn: `${flags.turn}` };
  if (flags.path !== undefined) {
    const shown = await remote.request("changes/file", { id, path: flags.path, ...selection });
    if (flags.json) printJson({ sessionId: id, cwd, ...shown });
    else printText(describeHunks(shown));
    return ExitCodes.endTurn;
  }
  const list = await remote.request("changes/list", { id, ...selection });
  if (flags.json) printJson({ sessionId: id, cwd, ...list });
  else if (list.files.length === 0) printNotice("No files changed.");
  else printText(describeList(list));
  return ExitCodes.endTurn;
}

function describeList({ files, omitted }: ChangeList): string {
  const lines = files.map((file) => {
    const state = file.state === "pending" ? "" : `  [${file.state}]`;
    return `${neutralLine(describeChange(toChangedFile(file)))}${state}`;
  });
  return [...lines, ...(omitted === 0 ? [] : [`and ${omitted} more`])].join("\n");
}

const WITHOUT_HUNKS: Readonly<Record<string, string>> = {
  same: "Only its name or mode changed.",
  binary: "It is not text; it is undone as a whole.",
  too_large: "It is too large to show by hunk; it is undone as a whole.",
  skipped: "It is too large for a snapshot and cannot be undone.",
};

function describeHunks(file: ShownChange): string {
  const head = neutralLine(describeChange(toChangedFile(file)));
  const hunks = file.hunks.flatMap(({ number, state, written_by: by, lines, ...place }) => [
    "",
    `Hunk ${number} (${state}${by === undefined ? "" : `, ${neutralLine(by.title)}`}) @@ -${place.old_start},${place.old_lines} +${place.new_start},${place.new_lines} @@`,
    ...lines.map(neutralLine),
  ]);
  return [head, ...(hunks.length === 0 ? [WITHOUT_HUNKS[file.content] ?? ""] : hunks)].join("\n");
}
