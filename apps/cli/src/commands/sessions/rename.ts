// `parley sessions rename`: gives a session a new name.
import { neutralLine } from "@parley/base";
import { findSession } from "../../client/find-session.ts";
import { checkSessionName } from "../../client/session-name.ts";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { openSessions } from "../../hub/open-sessions.ts";
import { printJson, printNotice } from "../../output/print.ts";
import { attach } from "../../server/attach.ts";
import type { sessionsRenameUsage } from "../../usage/sessions.ts";
import { toSessionJson } from "./session-json.ts";

export const run: Run<typeof sessionsRenameUsage> = async ({ flags, positionals: [text = "", ...words] }, alone) => {
  const name = checkSessionName(words.join(" "), "The name");
  await using store = await openSessions(await attach(flags, alone));
  const { id } = await findSession(store, text);
  const info = await store.rename(id, name);
  if (flags.json) printJson(toSessionJson(info));
  else printNotice(`Renamed session ${info.id} to ${neutralLine(info.title)}`);
  return ExitCodes.endTurn;
};
