// The files of a session's folder, as every surface sees them.
import { findBest, ParleyError, type Log } from "@parley/base";
import { checkpointsPath } from "@parley/client/features";
import {
  createSnapshots,
  findSymbols,
  listWorkspaceFiles,
  measureWorkspaceFiles,
  readGitDiff,
  readGitStatus,
  type GitDiffOptions,
  type WorkspaceFiles,
} from "@parley/machine";
import { isAbsolute } from "node:path";
import type { FileHits, SessionFiles } from "../api/files.ts";
import type { LiveSessions } from "../live/live-sessions.ts";
import { FILE_HITS, FILE_LISTS_MAX, FILE_LIST_MS, FILES_LISTED_MAX, FILES_SIZED } from "../limits.ts";

export interface SessionFilesOptions {
  readonly live: LiveSessions;
  readonly parleyHome: string;
  readonly log: Log;
}

interface Listed {
  readonly files: Promise<WorkspaceFiles>;
  readonly untilMs: number;
}

export class HubFiles implements SessionFiles {
  readonly #options: SessionFilesOptions;
  /** Cached by folder, because typing causes several requests a second. */
  readonly #lists = new Map<string, Listed>();

  constructor(options: SessionFilesOptions) {
    this.#options = options;
  }

  async search(sessionId: string, query: string, limit: number = FILE_HITS): Promise<FileHits> {
    const { files, isComplete } = await this.#list(await this.#folderOf(sessionId));
    return { files: query === "" ? files.slice(0, limit) : findBest(query, files, limit), isComplete };
  }

  async symbols(sessionId: string, query: string, limit: number = FILE_HITS): ReturnType<SessionFiles["symbols"]> {
    return findSymbols({ folder: await this.#folderOf(sessionId), query, limit, log: this.#options.log });
  }

  async sizes(sessionId: string, limit: number = FILES_SIZED): ReturnType<SessionFiles["sizes"]> {
    const folder = await this.#folderOf(sessionId);
    return { folder, ...(await measureWorkspaceFiles({ folder, limit })) };
  }

  async textAt(sessionId: string, snapshot: string, path: string): ReturnType<SessionFiles["textAt"]> {
    const { parleyHome } = this.#options;
    const folder = await this.#folderOf(sessionId);
    const snapshots = await createSnapshots({ folder, store: checkpointsPath(parleyHome), ours: parleyHome });
    return snapshots.read(snapshot, path);
  }

  async gitStatus(sessionId: string): ReturnType<SessionFiles["gitStatus"]> {
    return readGitStatus(await this.#folderOf(sessionId));
  }

  async gitDiff(sessionId: string, options: GitDiffOptions = {}): ReturnType<SessionFiles["gitDiff"]> {
    const { path } = options;
    if (path !== undefined && (isAbsolute(path) || path.split(/[/\\]/).includes("..") || path.startsWith(":"))) {
      throw new ParleyError({ code: "bad_input", message: "/path: must be within the session's folder" });
    }
    return readGitDiff(await this.#folderOf(sessionId), options);
  }

  async #folderOf(sessionId: string): Promise<string> {
    return (await this.#options.live.get(sessionId)).row.cwd;
  }

  #list(folder: string): Promise<WorkspaceFiles> {
    const now = Date.now();
    const known = this.#lists.get(folder);
    if (known !== undefined && known.untilMs > now) return known.files;
    const files = listWorkspaceFiles({ folder, limit: FILES_LISTED_MAX });
    this.#lists.delete(folder);
    this.#lists.set(folder, { files, untilMs: now + FILE_LIST_MS });
    const [oldest] = this.#lists.keys();
    if (this.#lists.size > FILE_LISTS_MAX && oldest !== undefined) this.#lists.delete(oldest);
    files.catch(() => this.#lists.delete(folder));
    return files;
  }
}
