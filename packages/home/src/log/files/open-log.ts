// Creates a log, or continues one: the claim first, then the repair of what a crash left at its end.
import { ParleyError, parseObject, hasErrno } from "@parley/base";
import { constants } from "node:fs";
import { open, unlink, type FileHandle } from "node:fs/promises";
import { takeClaim, type Claim, type Holder } from "../../claims/claims.ts";
import { PRIVATE_MODE } from "../../files/own-file.ts";
import { LOG_HEADER_BYTES_MAX } from "../../limits.ts";
import { countOf } from "../record-fields.ts";
import { createRecord, LOG_SCHEMA_VERSION, type SessionRecord } from "../session-record.ts";
import type { NewSession } from "../session-store.ts";
import { sessionNotFound, toStoreError } from "../store-error.ts";
import { APPEND_FLAGS, FileSessionLog, FULL_NOTE, type LogSurroundings } from "./file-session-log.ts";
import { formatLogHeader } from "./log-header.ts";
import { endsWith, repairEnd } from "./repair-end.ts";
import { setAside } from "./set-aside.ts";
import { checkSessionId, isSessionId, type StoreFolder } from "./store-folder.ts";

const { O_CREAT, O_EXCL } = constants;

export async function createLog(around: LogSurroundings, session: NewSession, nowMs: number): Promise<FileSessionLog> {
  checkSessionId(session.id);
  const { folder, index } = around;
  const claim = await claimSession(folder, session.id);
  return releasing(claim, `create the log of session ${session.id}`, async () => {
    const { agent, agentSessionId, cwd, name, forkedFrom } = session;
    const times = { createdAtMs: nowMs, updatedAtMs: nowMs };
    const record = { ...createRecord(session.id), agent, agentSessionId, cwd, name, forkedFrom, ...times };
    const path = folder.logOf(session.id);
    const file = await open(path, APPEND_FLAGS | O_CREAT | O_EXCL, PRIVATE_MODE);
    try {
      await file.writeFile(`${formatLogHeader(record)}\n`);
      record.bytes = (await file.stat()).size;
    } catch (error) {
      await file.close();
      await unlink(path);
      throw error;
    }
    await index.put(record);
    return new FileSessionLog(around, { record, file, claim, isFull: false });
  });
}

export interface ContinuedLog {
  readonly log: FileSessionLog;
  readonly record: SessionRecord;
  /** Where the former file is now, if nothing in it could be read. */
  readonly aside: string | undefined;
}

export async function continueLog(around: LogSurroundings, id: string): Promise<ContinuedLog> {
  const { folder, index, limits } = around;
  if (!isSessionId(id) || (await index.get(id)) === undefined) throw sessionNotFound(id);
  const claim = await claimSession(folder, id);
  return releasing(claim, `open the log of session ${id}`, async () => {
    // Again, now that no other process writes.
    const record = await index.get(id);
    if (record === undefined) throw sessionNotFound(id);
    const file = await open(folder.logOf(id), APPEND_FLAGS);
    try {
      const own = { ...record };
      await checkVersion(file, own);
      const aside = await setAside(file, own, around);
      if (aside === undefined) await repairEnd(file, own);
      const isFull = own.bytes >= limits.logBytesMax && (await endsWith(file, own.bytes, `${FULL_NOTE}"}\n`));
      return { log: new FileSessionLog(around, { record: own, file, claim, isFull }), record: own, aside };
    } catch (error) {
      await file.close();
      throw error;
    }
  });
}

/** Rejects with `session_busy` while another process holds it. */
export async function claimSession(folder: StoreFolder, id: string): Promise<Claim> {
  await folder.make();
  const claim = await takeClaim(folder.claimOf(id)).catch((error: unknown) => {
    throw toStoreError(error, `claim session ${id}`);
  });
  if ("release" in claim) return claim;
  throw busy(id, claim);
}

async function releasing<T>(claim: Claim, doing: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    claim.release();
    if (hasErrno(error, "EEXIST")) {
      throw new ParleyError({ code: "usage", message: `Cannot ${doing}: it already exists`, cause: error });
    }
    throw toStoreError(error, doing);
  }
}

/** Not by the index: a later version of Parley may have changed the log since. */
async function checkVersion(file: FileHandle, { id, schemaVersion }: SessionRecord): Promise<void> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(LOG_HEADER_BYTES_MAX), 0, LOG_HEADER_BYTES_MAX, 0);
  const [line = ""] = buffer.toString("utf8", 0, bytesRead).split("\n", 1);
  const version = Math.max(schemaVersion, countOf(parseObject(line)?.schemaVersion) ?? 0);
  if (version <= LOG_SCHEMA_VERSION) return;
  throw new ParleyError({
    code: "invalid_event",
    message: `The log of session ${id} was written by a later version of Parley (schemaVersion ${version}, this version supports ${LOG_SCHEMA_VERSION})`,
    remedy: { label: "Update Parley; until then the session can be read" },
  });
}

function busy(id: string, { path, process: owner }: Holder): ParleyError {
  const who = owner === undefined ? "another process" : describe(owner.pid, owner.host);
  return new ParleyError({
    code: "session_busy",
    message: `Session ${id} is open in ${who}`,
    remedy: { label: `Close it there. If no process has it open, delete ${path}` },
  });
}

function describe(pid: number, host: string): string {
  return pid === process.pid ? `this process (pid ${pid})` : `another process (pid ${pid} on ${host})`;
}
