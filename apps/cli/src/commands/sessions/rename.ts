// `parley sessions rename`: another title for a session of a server.
import { findSession } from "../../client/find-session.ts";
import { openStore } from "../../client/open-store.ts";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, say } from "../../output/print.ts";
import { attach } from "../../server/attach.ts";
import { ServerApi } from "../../server/server-api.ts";
import { serverNeeded } from "../../server/server-needed.ts";
import { toSessionInfo } from "../../server/to-session-info.ts";
import { neutralLine } from "../../terminal/neutral-text.ts";
import type { sessionsRenameUsage } from "../../usage/sessions.ts";
import { toSessionJson } from "./session-json.ts";

export const run: Run<typeof sessionsRenameUsage> = async ({ flags, positionals: [text = "", ...words] }, alone) => {
  const context = await attach(flags, alone);
  if (context.server === undefined) throw serverNeeded("A session in a file has the title that its agent gave it");
  const { id } = await findSession(await openStore(context), text);
  const path = `/sessions/${encodeURIComponent(id)}/name`;
  const renamed = await new ServerApi(context.server).request("PUT", path, { body: { name: words.join(" ") } });
  const info = toSessionInfo(renamed);
  if (flags.json) printJson(toSessionJson(info));
  else say(`Session ${info.id} is called ${neutralLine(info.title)} now.`);
  return ExitCodes.endTurn;
};
