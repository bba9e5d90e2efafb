// The git worktrees of sessions: created with the session, and removed with it if no changes would be lost.
import { isObject, ParleyError, plural, type Log } from "@parley/base";
import { addWorktree, commitAll, mergeWorktree, readWorktree, removeWorktree, type Worktree } from "@parley/machine";
import { realpath } from "node:fs/promises";
import type { HubStore } from "../api/store.ts";
import type { SessionWorktree, Worktrees } from "../api/worktrees.ts";
import type { LiveSessions } from "../live/live-sessions.ts";
import { showId } from "../text/show-id.ts";

export interface WorktreesOptions {
  readonly store: Pick<HubStore, "putDocument" | "getDocument" | "listDocuments" | "deleteDocument" | "getSession">;
  readonly live: LiveSessions;
  readonly log: Log;
}

const KIND = "worktree";
/** Documents of one owner are listed together. */
const OWNER = "worktrees";

export class HubWorktrees implements Worktrees {
  readonly #options: WorktreesOptions;

  constructor(options: WorktreesOptions) {
    this.#options = options;
  }

  /** The folder that a new session works in. */
  async create(sessionId: string, folder: string): Promise<string> {
    // Git names folders without links.
    const { worktree, cwd } = await addWorktree(await realpath(folder), sessionId, `parley/${sessionId}`);
    await this.#options.store.putDocument(KIND, sessionId, OWNER, worktree);
    return cwd;
  }

  /** Keeps a worktree with uncommitted or unmerged changes: it stays in the list, and can be merged or removed. */
  async sessionDeleted(sessionId: string): Promise<void> {
    try {
      const worktree = await this.#find(sessionId);
      if (worktree === undefined) return;
      const { uncommitted, unmerged } = await readWorktree(worktree);
      if (uncommitted === 0 && unmerged === 0) await this.#remove(sessionId, worktree);
    } catch (cause) {
      this.#options.log.write("warn", "The worktree of a deleted session was kept", { sessionId, cause });
    }
  }

  async list(): Promise<readonly SessionWorktree[]> {
    const documents = await this.#options.store.listDocuments(KIND, OWNER);
    const shown = documents.map(async ({ id, value }) => (isWorktree(value) ? [await this.#show(id, value)] : []));
    return (await Promise.all(shown)).flat();
  }

  async merge(sessionId: string, message?: string): Promise<SessionWorktree> {
    const worktree = await this.#get(sessionId);
    const title = await this.#checkIdle(sessionId);
    const text = message ?? title ?? `Session ${sessionId}`;
    const { exists, uncommitted } = await readWorktree(worktree);
    if (exists && uncommitted > 0) await commitAll(worktree, text);
    await mergeWorktree(worktree, `Merge ${worktree.branch}: ${text}`);
    return this.#show(sessionId, worktree);
  }

  async remove(sessionId: string, { force = false }: { readonly force?: boolean } = {}): Promise<void> {
    const worktree = await this.#get(sessionId);
    await this.#checkIdle(sessionId);
    const { uncommitted, unmerged } = await readWorktree(worktree);
    if (!force && uncommitted + unmerged > 0) throw notMerged(sessionId, worktree, { uncommitted, unmerged });
    await this.#remove(sessionId, worktree);
  }

  async #remove(sessionId: string, worktree: Worktree): Promise<void> {
    await removeWorktree(worktree);
    await this.#options.store.deleteDocument(KIND, sessionId);
  }

  async #show(sessionId: string, worktree: Worktree): Promise<SessionWorktree> {
    const isSessionGone = (await this.#options.store.getSession(sessionId)) === undefined;
    const state = await readWorktree(worktree).catch((cause: unknown) => {
      this.#options.log.write("info", "A worktree could not be read", { sessionId, cause });
      return { exists: false, uncommitted: 0, unmerged: 0 };
    });
    return { sessionId, isSessionGone, ...worktree, ...state };
  }

  /** The title of the session, if it still exists. */
  async #checkIdle(sessionId: string): Promise<string | undefined> {
    const { live, store } = this.#options;
    if ((await store.getSession(sessionId)) === undefined) return undefined;
    const session = await live.get(sessionId);
    if (session.busy === 0) return session.row.title === "" ? undefined : session.row.title;
    throw new ParleyError({ code: "session_busy", message: `A turn is running in session ${sessionId}` });
  }

  async #get(sessionId: string): Promise<Worktree> {
    const worktree = await this.#find(sessionId);
    if (worktree !== undefined) return worktree;
    const remedy = { label: "List worktrees", command: "parley worktrees list" };
    throw new ParleyError({
      code: "session_not_found",
      message: `Session ${showId(sessionId)} has no worktree`,
      remedy,
    });
  }

  async #find(sessionId: string): Promise<Worktree | undefined> {
    const value = await this.#options.store.getDocument(KIND, sessionId);
    return isWorktree(value) ? value : undefined;
  }
}

function isWorktree(value: unknown): value is Worktree {
  if (!isObject(value)) return false;
  return ["repository", "path", "branch", "base"].every((field) => typeof value[field] === "string");
}

function notMerged(
  sessionId: string,
  { path, branch }: Worktree,
  { uncommitted, unmerged }: { readonly uncommitted: number; readonly unmerged: number },
): ParleyError {
  const lost = [
    ...(uncommitted > 0 ? [`${plural(uncommitted, "uncommitted change")} in ${path}`] : []),
    ...(unmerged > 0
      ? [`${plural(unmerged, "commit")} on ${branch} that ${unmerged === 1 ? "is" : "are"} not merged`]
      : []),
  ];
  const message = `This would lose ${lost.join(" and ")}`;
  const remedy = { label: "Merge it first, or use --force", command: `parley worktrees merge ${sessionId}` };
  return new ParleyError({ code: "usage", message, remedy });
}
