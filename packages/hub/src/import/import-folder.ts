// Imports the sessions that earlier versions kept in files. It can be interrupted anywhere: a session is imported as a
// whole, and its file is moved aside only after that.
import { silentLog, type Log } from "@parley/base";
import { createFolder, namesIn, takeClaim } from "@parley/home";
import { createFileSessionStore, type SessionInfo, type SessionStore } from "@parley/home/session-log";
import { rename, rm, rmdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as othersTurn } from "node:timers/promises";
import type { HubStore } from "../api/store.ts";
import { toImport, type ToAgent } from "./to-import.ts";

export interface ImportFolderOptions {
  readonly store: Pick<HubStore, "getSession" | "importSession">;
  /** With a file for each session. Those that were imported are in the folder of the same name with `.imported`. */
  readonly folder: string;
  readonly toAgent: ToAgent;
  readonly log?: Log | undefined;
  /** Stops before the next session. */
  readonly signal?: AbortSignal | undefined;
  /** Chooses the next one of the remaining sessions (default: the latest). */
  readonly next?: ((left: ReadonlySet<string>) => string | undefined) | undefined;
  /** It was imported, or cannot be imported now. */
  readonly onDone?: ((id: string) => void) | undefined;
}

export interface FolderImport {
  readonly imported: number;
  /** Files that are not sessions, or cannot be read. */
  readonly unreadable: number;
  /** Left for the next time: another process has them open, or the disk failed. */
  readonly left: number;
}

const ENDING = ".ndjson";
const INDEX = "index.journal";
const CLAIMS = "claims";

/** The latest sessions first. Rejects only if the folder cannot be listed. */
export async function importFolder(options: ImportFolderOptions): Promise<FolderImport> {
  const { folder, log = silentLog, signal, next = () => undefined, onDone = () => undefined } = options;
  const counts = { imported: 0, unreadable: 0, left: 0 };
  const ids = (await namesIn(folder)).flatMap((name) => (name.endsWith(ENDING) ? [name.slice(0, -ENDING.length)] : []));
  if (ids.length > 0) {
    const files = createFileSessionStore({ folder, log });
    const known = new Map((await files.list()).map((info) => [info.id, info]));
    await createFolder(join(folder, CLAIMS));
    const left = new Set([...known.keys(), ...ids]);
    for (const latest of left) {
      // Those that were imported on request are skipped.
      for (let id = next(left) ?? latest; left.delete(id); id = next(left) ?? latest) {
        if (signal?.aborted === true) return { ...counts, left: counts.left + 1 };
        counts[await importOne(id, known.get(id), files, options)] += 1;
        onDone(id);
        await othersTurn();
      }
    }
    log.write("info", "Sessions of an earlier version were imported", { folder, ...counts });
  }
  if (counts.left === 0) await removeRest(folder, log);
  return counts;
}

async function importOne(
  id: string,
  info: SessionInfo | undefined,
  files: SessionStore,
  { store, folder, toAgent, log = silentLog }: ImportFolderOptions,
): Promise<keyof FolderImport> {
  const path = join(folder, `${id}${ENDING}`);
  try {
    if (info === undefined) {
      await moveAside(folder, `${id}${ENDING}`, ".unreadable");
      log.write("warn", "A file is not a session and was not imported", { path });
      return "unreadable";
    }
    // A process of an earlier version may be writing to it.
    const claim = await takeClaim(join(folder, CLAIMS, id));
    if (!("release" in claim)) return "left";
    try {
      return await importFile(info, files, { store, folder, toAgent, log });
    } finally {
      claim.release();
    }
  } catch (cause) {
    log.write("warn", "A session of an earlier version was not imported; the next start tries again", { path, cause });
    return "left";
  }
}

async function importFile(
  info: SessionInfo,
  files: SessionStore,
  { store, folder, toAgent, log = silentLog }: ImportFolderOptions,
): Promise<keyof FolderImport> {
  const name = `${info.id}${ENDING}`;
  // An import that was interrupted before the file was moved.
  if ((await store.getSession(info.id)) === undefined) {
    const session = await files.read(info.id);
    const content = await toImport(session, toAgent);
    if (content === undefined) {
      await moveAside(folder, name, ".unreadable");
      log.write("warn", "A session of an earlier version cannot be read and was not imported", { sessionId: info.id });
      return "unreadable";
    }
    const { row, lines, texts } = content;
    await store.importSession(row, lines, texts);
    const { length: damaged } = session.damage;
    if (damaged > 0) log.write("warn", "Lines of an imported session cannot be read", { sessionId: info.id, damaged });
  }
  await moveAside(folder, name);
  return "imported";
}

async function moveAside(folder: string, name: string, ending = ""): Promise<void> {
  const aside = `${folder}.imported`;
  await createFolder(aside);
  await rename(join(folder, name), join(aside, `${name}${ending}`));
}

/** Its index and claims are no longer needed. If other files remain, they stay, and so does the folder. */
async function removeRest(folder: string, log: Log): Promise<void> {
  try {
    await unlink(join(folder, INDEX)).catch(() => undefined);
    await rm(join(folder, CLAIMS), { recursive: true, force: true });
    await rmdir(folder);
  } catch (cause) {
    log.write("debug", "The folder of imported sessions was not removed", { folder, cause });
  }
}
