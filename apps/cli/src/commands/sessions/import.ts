// `parley sessions import`: copies local or exported sessions to the server.
import { neutralLine, type JsonObject } from "@parley/base";
import { exportSession } from "@parley/home/session-log";
import { readTextWithin } from "@parley/home";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { findSession } from "../../client/find-session.ts";
import { openStore } from "../../client/open-store.ts";
import type { CommandContext, Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice } from "../../output/print.ts";
import { attach } from "../../server/attach.ts";
import { IMPORT_BYTES_MAX } from "../../limits.ts";
import { ServerApi } from "../../server/server-api.ts";
import { serverNeeded } from "../../server/server-needed.ts";
import { toSessionInfo } from "../../server/to-session-info.ts";
import type { sessionsImportUsage } from "../../usage/sessions.ts";
import { toSessionJson } from "./session-json.ts";

export const run: Run<typeof sessionsImportUsage> = async ({ flags, positionals }, alone) => {
  const { server } = await attach(flags, alone);
  if (server === undefined) throw serverNeeded("Importing sessions needs a server");
  // Every session is looked up before the first one is sent.
  const logs: string[] = [];
  for (const text of positionals) logs.push(await readLog(text, alone));
  const api = new ServerApi(server);
  const query = { agent: flags.agent };
  const made: JsonObject[] = [];
  for (const body of logs) made.push(await api.request("POST", "/sessions/import", { query, body }));
  const sessions = made.map(toSessionInfo);
  if (flags.json) printJson({ sessions: sessions.map(toSessionJson) });
  else for (const { id, title } of sessions) printNotice(`Imported ${neutralLine(title)} as session ${id}.`);
  return ExitCodes.endTurn;
};

/** A file from `sessions export`, or a local session. */
async function readLog(text: string, { home }: CommandContext): Promise<string> {
  const path = resolve(text);
  if (existsSync(path)) return (await readTextWithin(path, IMPORT_BYTES_MAX)) ?? "";
  const store = await openStore({ home });
  const session = await store.read((await findSession(store, text)).id);
  let log = "";
  await exportSession(session, "ndjson", (piece) => void (log += piece), { redact: false });
  return log;
}
