// Where sessions are kept on the disk: one log for each, the index of all, and the claims of those who write.
import { ParleyError, hasErrno } from "@parley/base";
import { readdirSync } from "node:fs";
import { open } from "node:fs/promises";
import { join, sep } from "node:path";
import { claimedBy } from "../../claims/claim-name.ts";
import { createFolder } from "../../files/own-file.ts";
import { toStoreError } from "../store-error.ts";

const LOG_ENDING = ".ndjson";
const ASIDE = ".damaged-";
/** Becomes the name of a file: nothing that leads elsewhere, hides it, or is another file of ours. */
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

  /** In one folder: ids are looked up by name, and a file system bears a hundred thousand names. */
  logOf(id: string): string {
    // Without `join`, which looks at every character: a list asks for a hundred of them.
    return `${this.path}${sep}${id}${LOG_ENDING}`;
  }

  /** Where a log is kept that could not be read; no name of a log. */
  asideOf(id: string, name: string): string {
    return join(this.path, `${id}${LOG_ENDING}${ASIDE}${name}`);
  }

  /** All that was set aside of a session. */
  listAside(id: string): string[] {
    const names = listNames(this.path).filter((name) => name.startsWith(`${id}${LOG_ENDING}${ASIDE}`));
    return names.map((name) => join(this.path, name));
  }

  /** What whoever writes a log, or something else that the store has, claims first. */
  claimOf(name: string): string {
    return join(this.#claims, name);
  }

  async make(): Promise<void> {
    try {
      await createFolder(this.#claims);
    } catch (error) {
      throw toStoreError(error, `make the folder ${JSON.stringify(this.path)}`);
    }
  }

  /** The names in it are on the disk. Windows has no way to ask for that, and does it by itself. */
  async sync(): Promise<void> {
    if (process.platform === "win32") return;
    await using folder = await open(this.path, "r");
    await folder.sync();
  }

  /** Of every log; what is called like one may be something else (`isSessionId`). */
  listIds(): string[] {
    const ids: string[] = [];
    for (const name of listNames(this.path)) {
      if (name.endsWith(LOG_ENDING)) ids.push(name.slice(0, -LOG_ENDING.length));
    }
    return ids;
  }

  /** What somebody claims, or claimed when it died. */
  listClaimed(): Set<string> {
    return new Set(listNames(this.#claims).flatMap((name) => claimedBy(name) ?? []));
  }
}

export function isSessionId(text: string): boolean {
  return ID.test(text);
}

export function checkSessionId(id: string): void {
  if (isSessionId(id)) return;
  throw new ParleyError({ code: "usage", message: `${JSON.stringify(id.slice(0, 80))} cannot be the id of a session` });
}

/** Nothing, if there is no such folder. At once: to go to another thread takes longer than to read thousands of names. */
export function listNames(path: string): string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if (hasErrno(error, "ENOENT")) return [];
    throw toStoreError(error, `list the folder ${JSON.stringify(path)}`);
  }
}
