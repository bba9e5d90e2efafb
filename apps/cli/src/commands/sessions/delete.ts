// `parley sessions delete`: deletes sessions permanently, after confirmation. The files in their folders are kept.
import { neutralLine } from "@parley/base";
import { findSession } from "../../client/find-session.ts";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { openSessions } from "../../hub/open-sessions.ts";
import { printJson, printNotice } from "../../output/print.ts";
import { confirm } from "../../questions/confirm.ts";
import { attach } from "../../server/attach.ts";
import type { sessionsDeleteUsage } from "../../usage/sessions.ts";
import { shortId } from "./session-json.ts";

export const run: Run<typeof sessionsDeleteUsage> = async ({ flags, positionals }, alone) => {
  await using store = await openSessions(await attach(flags, alone));
  // Every session is looked up before the first one is deleted.
  const found = await Promise.all(positionals.map((text) => findSession(store, text)));
  const sessions = [...new Map(found.map((info) => [info.id, info])).values()];
  const names = sessions.map(({ id, title }) => `  ${shortId(id)}  ${neutralLine(title)}`).join("\n");
  const count = sessions.length === 1 ? "this session" : `these ${sessions.length} sessions`;
  if (!(await confirm(`${names}\nDelete ${count} permanently?`, flags.yes))) {
    printNotice("Nothing was deleted.");
    return ExitCodes.endTurn;
  }
  for (const { id } of sessions) await store.delete(id);
  if (flags.json) printJson({ deleted: sessions.map(({ id }) => id) });
  else printNotice(`Deleted ${sessions.length === 1 ? "1 session" : `${sessions.length} sessions`}.`);
  return ExitCodes.endTurn;
};
