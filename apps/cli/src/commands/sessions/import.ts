// `parley sessions import`: adds exported sessions, or copies sessions of this home to another server.
import { neutralLine, ParleyError } from "@parley/base";
import { exportSession, type SessionInfo } from "@parley/home/session-log";
import { readTextWithin } from "@parley/home";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { findSession } from "../../client/find-session.ts";
import type { CommandContext, Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { fileErrorWords } from "../../file-error-words.ts";
import { openSessions } from "../../hub/open-sessions.ts";
import { printJson, printNotice } from "../../output/print.ts";
import { attach } from "../../server/attach.ts";
import { IMPORT_BYTES_MAX } from "../../limits.ts";
import type { sessionsImportUsage } from "../../usage/sessions.ts";
import { toSessionJson } from "./session-json.ts";

export const run: Run<typeof sessionsImportUsage> = async ({ flags, positionals }, alone) => {
  // Every session is looked up before the first one is sent.
  const logs: string[] = [];
  for (const text of positionals) logs.push(await readLog(text, alone));
  await using store = await openSessions(await attach(flags, alone));
  const sessions: SessionInfo[] = [];
  for (const log of logs) sessions.push(await store.import(log, flags.agent));
  if (flags.json) printJson({ sessions: sessions.map(toSessionJson) });
  else for (const { id, title } of sessions) printNotice(`Imported ${neutralLine(title)} as session ${id}.`);
  return ExitCodes.endTurn;
};

async function readFile(path: string): Promise<string> {
  try {
    return (await readTextWithin(path, IMPORT_BYTES_MAX)) ?? "";
  } catch (cause) {
    if (cause instanceof ParleyError) throw cause;
    throw new ParleyError({ code: "usage", message: `${path} cannot be read: ${fileErrorWords(cause)}`, cause });
  }
}

/** A file from `sessions export`, or a session of this home. */
async function readLog(text: string, { home, log }: CommandContext): Promise<string> {
  const path = resolve(text);
  if (existsSync(path)) return await readFile(path);
  // The id and the title of a session have neither a folder nor an ending.
  if (/[/\\]|\.(?:nd)?json$/.test(text)) throw new ParleyError({ code: "usage", message: `File ${text} not found` });
  await using store = await openSessions({ home, log, server: undefined });
  const session = await store.read((await findSession(store, text)).id);
  let lines = "";
  await exportSession(session, "ndjson", (piece) => void (lines += piece), { redact: false });
  return lines;
}
