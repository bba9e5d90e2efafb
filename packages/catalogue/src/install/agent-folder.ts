// The folder of one installed agent: its versions, the one that is being installed, and those that can be removed.
import { hasErrno } from "@parley/base";
import { createFolder, namesIn } from "@parley/home";
import { randomUUID } from "node:crypto";
import { lstat, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { REINSTALLS_MAX } from "../limits.ts";
import type { HostEnvironment } from "../programs/host-environment.ts";
import { agentsFolder, MANIFEST_FILE } from "./installed-agent.ts";
import { readUses, USES_FOLDER } from "./versions-in-use.ts";

const DRAFT = ".draft-";

/** Use it only while holding the agent's claim. */
export class AgentFolder {
  readonly path: string;

  constructor(id: string, host: HostEnvironment) {
    this.path = join(agentsFolder(host), id);
  }

  /** Beside the folders of the versions; its name cannot be a version. */
  async createDraft(): Promise<string> {
    await createFolder(this.path);
    const draft = join(this.path, DRAFT + randomUUID());
    await mkdir(draft);
    return draft;
  }

  /** The name of a new folder for this version: an existing one may be in use. */
  async freeName(version: string): Promise<string> {
    for (let attempt = 1; attempt <= REINSTALLS_MAX; attempt += 1) {
      const name = attempt === 1 ? version : `${version}-r${attempt}`;
      if (!(await exists(join(this.path, name)))) return name;
    }
    throw new Error(`version ${version} already has ${REINSTALLS_MAX} folders in ${this.path}`);
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
   * Removes what a killed process left, and the versions that are neither current nor in use. Returns the names of
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

  /** Removes the folder if it is empty. */
  async removeIfEmpty(): Promise<void> {
    const names = await namesIn(this.path);
    if (names.every((name) => name === USES_FOLDER)) await rm(this.path, { recursive: true, force: true });
  }
}

/** Windows does not delete files that are in use. */
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
