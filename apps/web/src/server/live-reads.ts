// Reads that no message of the conversation names: an agent may ask for a file without a tool call. The server sees them on its
// connection to the agent, and says so in the view of a running session.
import { READ_TOUCH, type Recording } from "@parley/chat-ui/watch";
import type { Remote } from "@parley/remote";
import { LIVE_READS_MS, SAME_READ_MS } from "../limits.ts";

export interface LiveReadsOptions {
  readonly remote: Remote;
  readonly sessionId: string;
  readonly recording: Recording;
  /** Nothing new is expected of a session that rests. */
  readonly isRunning: () => boolean;
  readonly agent: string;
}

export class LiveReads {
  readonly #options: LiveReadsOptions;
  readonly #timer: ReturnType<typeof setInterval>;
  /** Number of reads by path, as the server last counted them. */
  readonly #reads = new Map<string, number>();
  /** Reads that the log does not have yet. */
  readonly #waiting = new Map<string, { readonly atMs: number; readonly seenMs: number }>();
  /** Something happened since the server was last asked: a turn may start and end between two looks. */
  #isBehind = true;
  #isAsking = false;

  constructor(options: LiveReadsOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#look(), LIVE_READS_MS);
    void this.#look();
  }

  /** To be called when the session's log grows. */
  wake(): void {
    this.#isBehind = true;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    this.#addWaiting();
    const isWanted = (this.#options.isRunning() || this.#isBehind) && !document.hidden && !this.#isAsking;
    if (!isWanted) return;
    this.#isBehind = false;
    this.#isAsking = true;
    try {
      const { files } = await this.#options.remote.request("views/get", { id: this.#options.sessionId });
      for (const file of files) this.#note(file);
    } catch {
      // The log says what matters; the state of the connection is shown elsewhere.
      this.#isBehind = true;
    } finally {
      this.#isAsking = false;
    }
  }

  #note({ path, reads, atMs }: { readonly path: string; readonly reads: number; readonly atMs: number }): void {
    if (reads > (this.#reads.get(path) ?? 0)) this.#waiting.set(path, { atMs, seenMs: performance.now() });
    this.#reads.set(path, reads);
  }

  /** The log of a tool call may come later than the view: what it does not have by now, it will not have. */
  #addWaiting(): void {
    const { recording, sessionId, agent } = this.#options;
    for (const [path, { atMs, seenMs }] of this.#waiting) {
      if (performance.now() - seenMs < SAME_READ_MS) continue;
      this.#waiting.delete(path);
      if (hasTouch(recording, path, atMs)) continue;
      recording.touch(path, READ_TOUCH, atMs, recording.actor(sessionId, agent));
      recording.changed();
    }
  }
}

/** The log has it already: a tool call that reads is in both. */
function hasTouch({ touches, paths }: Recording, path: string, atMs: number): boolean {
  for (let index = touches.length - 1; index >= 0 && touches.at(index) >= atMs - SAME_READ_MS; index -= 1) {
    if (paths[touches.file(index)] === path && touches.at(index) <= atMs + SAME_READ_MS) return true;
  }
  return false;
}
