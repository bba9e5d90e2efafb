// The changed files of one session, reloaded whenever the session's log reports a change.
import type { SessionEvent } from "@parley/acp";
import type {
  ChangeList,
  ChangesPort,
  ChangesView,
  Reviewed,
  ReviewAction,
  ReviewTarget,
  ShownFile,
} from "@parley/chat-ui";
import type { Following, Remote } from "@parley/remote";
import { CHANGES_AGAIN_MS } from "./limits.ts";

type ListedFile = ChangeList["files"][number];

interface OpenFile {
  /** Number of cards that show it. */
  readers: number;
  shown: ShownFile | string | undefined;
  /** The list entry for which `shown` was loaded. */
  listed: string;
}

export class SessionChanges implements ChangesView, ChangesPort {
  readonly #remote: Remote;
  readonly #id: string;
  readonly #following: Following;
  readonly #listeners = new Set<() => void>();
  readonly #open = new Map<string, OpenFile>();
  #list: ChangeList | undefined;
  #problem: string | undefined;
  #turn: number | undefined;
  #isReading = false;
  #isStale = false;
  /** Files have to be reloaded, even if the list is unchanged. */
  #areFilesStale = false;
  #isClosed = false;

  constructor(remote: Remote, sessionId: string) {
    this.#remote = remote;
    this.#id = sessionId;
    this.#following = remote.follow(
      sessionId,
      {},
      {
        followed: () => this.#refresh(true),
        events: (batch) => {
          const about = batch.map(toStaleness);
          if (about.includes("files")) this.#refresh(true);
          else if (about.includes("list")) this.#refresh(false);
        },
      },
    );
    this.#refresh(true);
  }

  get list(): ChangeList | undefined {
    return this.#list;
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  get turn(): number | undefined {
    return this.#turn;
  }

  file(path: string): ShownFile | string | undefined {
    return this.#open.get(path)?.shown;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  selectTurn(turn: number | undefined): void {
    this.#turn = turn;
    this.#refresh(true);
  }

  open(path: string): () => void {
    const known = this.#open.get(path) ?? { readers: 0, shown: undefined, listed: "" };
    known.readers += 1;
    this.#open.set(path, known);
    if (known.shown === undefined) this.#refresh(false);
    return () => {
      known.readers -= 1;
      if (known.readers === 0) this.#open.delete(path);
    };
  }

  async review(action: ReviewAction, { path, hunk, isForced = false }: ReviewTarget): Promise<Reviewed> {
    const selection = this.#selection;
    try {
      return await this.#remote.request(`changes/${action}`, {
        id: this.#id,
        ...selection,
        ...(path !== undefined && { paths: [path] }),
        ...(hunk !== undefined && { hunks: [hunk] }),
        ...(isForced && { force: true }),
      });
    } finally {
      this.#refresh(true);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#following.close();
  }

  get #selection(): { readonly turn?: string } {
    return this.#turn === undefined ? {} : { turn: `${this.#turn}` };
  }

  /** One request at a time; later changes are loaded after it. */
  #refresh(areFilesStale: boolean): void {
    this.#isStale = true;
    this.#areFilesStale ||= areFilesStale;
    if (this.#isReading || this.#isClosed) return;
    this.#isReading = true;
    void this.#readAll().finally(() => {
      this.#isReading = false;
    });
  }

  async #readAll(): Promise<void> {
    while (this.#isStale && !this.#isClosed) {
      const isForced = this.#areFilesStale;
      this.#isStale = false;
      this.#areFilesStale = false;
      try {
        const list = await this.#remote.request("changes/list", { id: this.#id, ...this.#selection });
        this.#list = sameOr(this.#list, list);
        this.#problem = undefined;
        this.#tell();
        await this.#readFiles(list, isForced);
      } catch (error) {
        this.#problem = messageOf(error);
      }
      this.#tell();
      if (this.#isStale) await new Promise((resolve) => setTimeout(resolve, CHANGES_AGAIN_MS));
    }
  }

  async #readFiles({ files, turns }: ChangeList, isForced: boolean): Promise<void> {
    const running = turns.find(({ is_running }) => is_running)?.number ?? -1;
    const stale = files.filter((file) => {
      const open = this.#open.get(file.path);
      if (open === undefined) return false;
      return isForced || file.turns.includes(running) || open.listed !== JSON.stringify(file);
    });
    await Promise.all(stale.map((file) => this.#readFile(file)));
  }

  async #readFile(file: ListedFile): Promise<void> {
    const { path } = file;
    const shown = await this.#remote
      .request("changes/file", { id: this.#id, path, ...this.#selection })
      .catch((error: unknown) => messageOf(error));
    const open = this.#open.get(path);
    if (open === undefined) return;
    open.shown = sameOr(open.shown, shown);
    open.listed = JSON.stringify(file);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Events after which every shown file is reloaded. */
const ABOUT_FILES: ReadonlySet<SessionEvent["type"]> = new Set(["changes", "review", "rewound"]);
/** Events after which the list is reloaded; it shows which files differ. */
const ABOUT_LIST: ReadonlySet<SessionEvent["type"]> = new Set(["stop", "cleared"]);

function toStaleness(event: SessionEvent): "files" | "list" | undefined {
  // Most events are updates, so these come first.
  if (event.type === "update") return event.update.sessionUpdate?.startsWith("tool_call") === true ? "list" : undefined;
  if (ABOUT_FILES.has(event.type)) return "files";
  return ABOUT_LIST.has(event.type) ? "list" : undefined;
}

/** The existing object if the new one is equal, so that it is not rendered again. */
function sameOr<Value>(known: Value, next: Value): Value {
  return JSON.stringify(known) === JSON.stringify(next) ? known : next;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
