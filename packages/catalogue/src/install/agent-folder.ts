// The folder of one installed agent: its versions, what is being made, and what can go.
import { hasErrno } from "@parley/base";
import { createFolder, namesIn } from "@parley/home";
import { randomUUID } from "node:crypto";
import { lstat, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { REINSTALLS_MAX } from "../limits.ts";
import type { Surroundings } from "../programs/surroundings.ts";
import { agentsFolder, MANIFEST_FILE } from "./installed-agent.ts";
import { readUses, USES_FOLDER } from "./uses.ts";

const DRAFT = ".draft-";

/** Only for whoever has the agent's claim. */
export class AgentFolder {
  readonly path: string;

  constructor(id: string, surroundings: Surroundings) {
    this.path = join(agentsFolder(surroundings), id);
  }

  /** Beside the folders of the versions; nobody takes it for one. */
  async createDraft(): Promise<string> {
    await createFolder(this.path);
    const draft = join(this.path, DRAFT + randomUUID());
    await mkdir(draft);
    return draft;
  }

  /** The name of a folder for this version that is not there yet: the one that is there may be running. */
  async freeName(version: string): Promise<string> {
    for (let attempt = 1; attempt <= REINSTALLS_MAX; attempt += 1) {
      const name = attempt === 1 ? version : `${version}-r${attempt}`;
      if (!(await exists(join(this.path, name)))) return name;
    }
    throw new Error(`there are ${REINSTALLS_MAX} folders for version ${version} in ${this.path}`);
  }

  async createVersion(name: string): Promise<string> {
    await createFolder(this.path);
    await mkdir(join(this.path, name));
    return join(this.path, name);
  }

  async adopt(draft: string, name: string): Promise<void> {
    await rename(draft, join(this.path, name));
  }

  /**
   * Removes what a process left that was killed, and the versions that are neither current nor in use. Gives the names of
   * those that had to stay.
   */
  async clean(current: string | undefined): Promise<readonly string[]> {
    const used = await readUses(this.path);
    const kept: string[] = [];
    for (const name of await namesIn(this.path)) {
      if (name === MANIFEST_FILE || name === USES_FOLDER || name === current) continue;
      if (used.has(name) || !(await tryRemove(join(this.path, name)))) kept.push(name);
    }
    return kept;
  }

  /** What is empty by now. */
  async removeIfEmpty(): Promise<void> {
    const names = await namesIn(this.path);
    if (names.every((name) => name === USES_FOLDER)) await rm(this.path, { recursive: true, force: true });
  }
}

/** Windows does not let go of what is running. */
async function tryRemove(path: string): Promise<boolean> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 2 });
    return true;
  } catch (error) {
    if (hasErrno(error, "EBUSY", "EPERM", "EACCES", "ENOTEMPTY")) return false;
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (hasErrno(error, "ENOENT")) return false;
    throw error;
  }
}
