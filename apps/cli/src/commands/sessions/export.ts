// `parley sessions export`: writes a session to a file for sharing. Secrets are redacted unless a flag says otherwise.
import { exportSession, type ExportWrite } from "@parley/home/session-log";
import { ParleyError, hasErrno } from "@parley/base";
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { findSession } from "../../client/find-session.ts";
import { listenForStop } from "../../client/stop-signals.ts";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { openSessions } from "../../hub/open-sessions.ts";
import { createPipeWriter } from "../../output/pipe-writer.ts";
import { printNotice } from "../../output/print.ts";
import { attach } from "../../server/attach.ts";
import type { sessionsExportUsage } from "../../usage/sessions.ts";
import { fileErrorWords } from "../../file-error-words.ts";

const PRIVATE_MODE = 0o600;

export const run: Run<typeof sessionsExportUsage> = async ({ flags, positionals: [text = ""] }, alone) => {
  using stop = listenForStop();
  await using store = await openSessions(await attach(flags, alone));
  const session = await store.read((await findSession(store, text)).id);
  const format = flags.format ?? "ndjson";
  const write = (to: ExportWrite): Promise<void> =>
    exportSession(session, format, to, { redact: !flags["with-secrets"], signal: stop.asked });
  if (flags.output === undefined) {
    const out = createPipeWriter(process.stdout);
    await write((piece) => out.write(piece));
    await out.end();
  } else {
    await writeFile(resolve(flags.output), flags.force, write);
    printNotice(`Exported session ${session.info.id} to ${flags.output}`);
  }
  for (const { line, message } of session.damage) printNotice(`Line ${line} of the log cannot be read: ${message}`);
  return ExitCodes.endTurn;
};

async function writeFile(path: string, isForced: boolean, write: (to: ExportWrite) => Promise<void>): Promise<void> {
  await using file = await openNew(path, isForced);
  await write(async (piece) => {
    await file.write(piece);
  });
}

async function openNew(path: string, isForced: boolean) {
  try {
    return await open(path, isForced ? "w" : "wx", PRIVATE_MODE);
  } catch (cause) {
    if (!hasErrno(cause, "EEXIST")) {
      throw new ParleyError({
        code: "file_failed",
        message: `${path} cannot be written: ${fileErrorWords(cause)}`,
        cause,
      });
    }
    const remedy = { label: "Choose another name, or overwrite it", command: "--force" };
    throw new ParleyError({ code: "file_exists", message: `${path} already exists`, remedy, cause });
  }
}
