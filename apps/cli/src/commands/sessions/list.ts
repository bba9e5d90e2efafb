// `parley sessions list`: lists sessions, latest first.
import { asInvoked, neutralLine } from "@parley/base";
import type { SessionInfo } from "@parley/home/session-log";
import type { CommandContext, Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { openSessions } from "../../hub/open-sessions.ts";
import { printJson, printTable, printNotice } from "../../output/print.ts";
import { ago } from "../../output/time.ts";
import { withTilde } from "../../output/with-tilde.ts";
import { attach } from "../../server/attach.ts";
import type { sessionsListUsage } from "../../usage/sessions.ts";
import { shortId, toSessionJson } from "./session-json.ts";

const SHOWN_IN_TERMINAL = 30;

export const run: Run<typeof sessionsListUsage> = async ({ flags }, alone) => {
  const context = await attach(flags, alone);
  const { cwd } = context;
  const filter = { ...(flags.here && { cwd }), ...(flags.agent !== undefined && { agent: flags.agent }) };
  await using store = await openSessions(context);
  const sessions = await store.list(filter);
  const shown = sessions.slice(0, flags.limit ?? (flags.json ? sessions.length : SHOWN_IN_TERMINAL));
  if (flags.json) printJson({ sessions: shown.map(toSessionJson) });
  else if (shown.length === 0) printNotice(describeNone(flags));
  else printSessions(shown, sessions.length - shown.length, context);
  return ExitCodes.endTurn;
};

function describeNone({ here, agent }: { readonly here: boolean; readonly agent: string | undefined }): string {
  const where = here ? " in this folder" : "";
  if (agent === undefined) return asInvoked(`No sessions${where} yet. Start one: parley chat`);
  return asInvoked(`No sessions with ${neutralLine(agent)}${where}. List all sessions: parley sessions list`);
}

function printSessions(sessions: readonly SessionInfo[], hidden: number, context: CommandContext): void {
  const now = Date.now();
  const short = sessions.map(({ id }) => shortId(id));
  const isClear = new Set(short).size === short.length;
  printTable<SessionInfo>(
    [
      { title: "ID", text: ({ id }) => (isClear ? shortId(id) : id) },
      { title: "WHEN", text: ({ updatedAtMs }) => ago(updatedAtMs, now) },
      { title: "AGENT", text: ({ agent }) => agent.name, shrinks: "start" },
      { title: "TURNS", text: ({ turns }) => String(turns) },
      { title: "TITLE", text: ({ title }) => title, style: () => "strong", shrinks: "end" },
      { title: "FOLDER", text: ({ cwd }) => withTilde(cwd), style: () => "dim", shrinks: "start" },
    ],
    sessions,
    context,
  );
  if (hidden > 0) printNotice(asInvoked(`${hidden} more: parley sessions list --limit ${sessions.length + hidden}`));
}
