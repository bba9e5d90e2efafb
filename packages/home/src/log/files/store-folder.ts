// Where sessions are on the disk: one log for each, the index of all, and the claims of their writers.
import { ParleyError, hasErrno } from "@parley/base";
import { readdirSync } from "node:fs";
import { open } from "node:fs/promises";
import { join, sep } from "node:path";
import { claimedBy } from "../../claims/claim-name.ts";
import { createFolder } from "../../files/own-file.ts";
import { toStoreError } from "../store-error.ts";

const LOG_ENDING = ".ndjson";
const ASIDE = ".damaged-";
/** It becomes a file name: it must not lead elsewhere, hide the file, or be another file of ours. */
const ID = /^[0-9a-z][0-9a-z_-]{0,63}$/i;

export class StoreFolder {
  readonly path: string;
  readonly index: string;
  readonly #claims: string;

  constructor(path: string) {
    this.path = path;
    this.index = join(path, "index.journal");
    this.#claims = join(path, "claims");
  }

  /** All in one folder: ids are looked up by name, and a file system can hold a hundred thousand names. */
  logOf(id: string): string {
    // Without `join`, which checks every character: a list needs a hundred of them.
    return `${this.path}${sep}${id}${LOG_ENDING}`;
  }

  /** Where an unreadable log is kept; never the name of a log. */
  asideOf(id: string, name: string): string {
    return join(this.path, `${id}${LOG_ENDING}${ASIDE}${name}`);
  }

  /** All files that were set aside for a session. */
  listAside(id: string): string[] {
    const names = listNames(this.path).filter((name) => name.startsWith(`${id}${LOG_ENDING}${ASIDE}`));
    return names.map((name) => join(this.path, name));
  }

  /** The path to claim before writing a log, or another file of the store. */
  claimOf(name: string): string {
    return join(this.#claims, name);
  }

  async make(): Promise<void> {
    try {
      await createFolder(this.#claims);
    } catch (error) {
      throw toStoreError(error, `create the folder ${JSON.stringify(this.path)}`);
    }
  }

  /** Syncs the names in it to the disk. Windows has no call for that, and does it automatically. */
  async sync(): Promise<void> {
    if (process.platform === "win32") return;
    await using folder = await open(this.path, "r");
    await folder.sync();
  }

  /** Of every log; a file of such a name may be something else (`isSessionId`). */
  listIds(): string[] {
    const ids: string[] = [];
    for (const name of listNames(this.path)) {
      if (name.endsWith(LOG_ENDING)) ids.push(name.slice(0, -LOG_ENDING.length));
    }
    return ids;
  }

  /** What is claimed, also by processes that have died. */
  listClaimed(): Set<string> {
    return new Set(listNames(this.#claims).flatMap((name) => claimedBy(name) ?? []));
  }
}

export function isSessionId(text: string): boolean {
  return ID.test(text);
}

export function checkSessionId(id: string): void {
  if (isSessionId(id)) return;
  throw new ParleyError({ code: "usage", message: `${JSON.stringify(id.slice(0, 80))} is not a valid session id` });
}

/** Empty if the folder does not exist. Synchronous: another thread takes longer than reading thousands of names. */
export function listNames(path: string): string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if (hasErrno(error, "ENOENT")) return [];
    throw toStoreError(error, `list the folder ${JSON.stringify(path)}`);
  }
}
