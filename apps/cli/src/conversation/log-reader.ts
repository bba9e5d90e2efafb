// Follows the log of a session and keeps its one transcript. Earlier events are read without being reported.
import type { SessionEvent } from "@parley/acp";
import { createTranscript, type Transcript, type TranscriptLimits } from "@parley/acp/transcript";
import type { FollowEnd, FollowHandler, Following, Remote, TrimmedEvents } from "@parley/remote";
import type { RecordedEvent } from "./conversation.ts";

export interface LogReaderOptions {
  readonly sessionId: string;
  /** Number of the last event that is skipped. */
  readonly after: number;
  /** Existing events are reported as well. */
  readonly reportsHistory: boolean;
  readonly limits?: Partial<TranscriptLimits> | undefined;
  readonly onEvents: (batch: readonly RecordedEvent[]) => void;
  readonly onReset: () => void;
  readonly onEnded: (end: FollowEnd) => void;
}

export class LogReader implements FollowHandler {
  readonly #options: LogReaderOptions;
  readonly #following: Following;
  #transcript: Transcript;
  #lastSeq: number;
  /** Up to here events are history; undefined until the log is followed. */
  #historyEnd: number | undefined;
  #isOver = false;
  readonly #waiting = new Set<() => boolean>();
  /** Resolves when all of the history is in the transcript. Rejects if the session cannot be followed. */
  readonly ready: Promise<void>;
  #fail: (error: Error) => void = () => undefined;

  constructor(remote: Remote, options: LogReaderOptions) {
    this.#options = options;
    this.#transcript = createTranscript(options.limits);
    this.#lastSeq = options.after;
    this.ready = new Promise((resolve, reject) => {
      this.#fail = reject;
      this.#waiting.add(() => {
        const isRead = this.#historyEnd !== undefined && this.#lastSeq >= this.#historyEnd;
        if (isRead) resolve();
        return isRead;
      });
    });
    // A caller that does not wait for it is notified of the end by `onEnded`.
    this.ready.catch(() => undefined);
    this.#following = remote.follow(options.sessionId, { after: options.after }, this);
  }

  get transcript(): Transcript {
    return this.#transcript;
  }

  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** Resolves when the events up to this one were reported, or when no more will come. */
  reached(seq: number): Promise<void> {
    return new Promise((resolve) => {
      const look = (): boolean => {
        const isReached = this.#isOver || this.#lastSeq >= seq;
        if (isReached) resolve();
        return isReached;
      };
      if (!look()) this.#waiting.add(look);
    });
  }

  close(): void {
    this.#isOver = true;
    this.#following.close();
    this.#look();
  }

  events(batch: readonly SessionEvent[]): void {
    const recorded = batch.map((event) => ({ event, patches: this.#transcript.apply(event) }));
    this.#lastSeq = batch.at(-1)?.seq ?? this.#lastSeq;
    const { reportsHistory, onEvents } = this.#options;
    const end = reportsHistory ? 0 : (this.#historyEnd ?? 0);
    const news = recorded.filter(({ event }) => event.seq > end);
    if (news.length > 0) onEvents(news);
    this.#look();
  }

  /** Events removed by retention leave a gap; a log that starts over was replaced. */
  trimmed({ after, next }: TrimmedEvents): void {
    if (next > after) return;
    this.#transcript = createTranscript(this.#options.limits);
    this.#lastSeq = next - 1;
    this.#historyEnd = undefined;
    this.#options.onReset();
  }

  followed({ lastSeq }: { readonly lastSeq: number }): void {
    this.#historyEnd ??= lastSeq;
    this.#look();
  }

  ended(end: FollowEnd): void {
    this.#isOver = true;
    this.#fail(end.error ?? new Error("The session was deleted"));
    this.#look();
    this.#options.onEnded(end);
  }

  #look(): void {
    for (const look of this.#waiting) if (look()) this.#waiting.delete(look);
  }
}
