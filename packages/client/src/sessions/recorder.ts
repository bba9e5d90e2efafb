// Records every event of a session in order: numbers it, writes it to the log, then shows it.
//
// Events of one tick make a batch. A batch is handed to the operating system before the transcript and the listeners get
// it, so that nothing is shown that a crash of this process could lose.
import type { SessionLog } from "@parley/home/session-log";
import {
  createEventSequence,
  formatSessionEvent,
  type EventSequence,
  type SessionEvent,
  type SessionEventBody,
} from "@parley/acp";
import type { Transcript } from "@parley/acp/transcript";
import { ParleyError, type Clock } from "@parley/base";
import type { ClientLimits } from "../limits.ts";
import type { ReportProblem } from "../agent-problem.ts";
import { Listeners } from "../listeners.ts";
import type { RecordedEvent } from "./session.ts";

export type EventListener = (batch: readonly RecordedEvent[]) => void;

export interface RecorderOptions {
  readonly log: SessionLog;
  readonly transcript: Transcript;
  readonly clock: Clock;
  readonly limits: Pick<ClientLimits, "batchEventsMax" | "batchCharsMax">;
  readonly report: ReportProblem;
}

export class Recorder {
  readonly #options: RecorderOptions;
  readonly #sequence: EventSequence;
  readonly #listeners: Listeners<readonly RecordedEvent[]>;
  #batch: Pick<RecordedEvent, "event" | "line">[] = [];
  #chars = 0;
  #isLogBroken = false;
  #isClosed = false;

  constructor(options: RecorderOptions) {
    const { log, clock } = options;
    this.#options = options;
    this.#listeners = new Listeners(options.report);
    this.#sequence = createEventSequence(log.sessionId, { clock, log });
  }

  record(body: SessionEventBody): SessionEvent | undefined {
    if (this.#isClosed) return undefined;
    const event = this.#sequence.next(body);
    const line = formatSessionEvent(event);
    this.#options.log.append(event, line);
    if (this.#batch.push({ event, line }) === 1) queueMicrotask(() => this.flush());
    this.#chars += line.length;
    const { batchEventsMax, batchCharsMax } = this.#options.limits;
    if (this.#batch.length >= batchEventsMax || this.#chars >= batchCharsMax) this.flush();
    return event;
  }

  /** Writes and shows the batch. Runs automatically at the end of the tick. */
  flush(): void {
    if (this.#batch.length === 0) return;
    const batch = this.#batch;
    this.#batch = [];
    this.#chars = 0;
    this.#write();
    const { transcript } = this.#options;
    this.#listeners.emit(batch.map(({ event, line }) => ({ event, line, patches: transcript.apply(event) })));
  }

  /** Resolves when everything is on disk; returns the error if it is not. */
  async sync(): Promise<ParleyError | undefined> {
    const { log } = this.#options;
    this.flush();
    try {
      await log.sync();
    } catch (cause) {
      this.#logFailed(cause);
      return cause instanceof ParleyError ? cause : unsaved(cause);
    }
    if (log.failure !== undefined) this.#logFailed(log.failure);
    return log.failure;
  }

  onEvents(listener: EventListener): () => void {
    return this.#listeners.add(listener);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    await this.sync();
    this.flush();
    this.#isClosed = true;
    try {
      await this.#options.log.close();
    } catch (cause) {
      this.#logFailed(cause);
    }
  }

  #write(): void {
    try {
      const { log } = this.#options;
      log.flush();
      if (log.failure === undefined) this.#isLogBroken = false;
      else this.#logFailed(log.failure);
    } catch (cause) {
      this.#logFailed(cause);
    }
  }

  /** A session continues without its log; the user is informed once. */
  #logFailed(cause: unknown): void {
    if (this.#isLogBroken) return;
    this.#isLogBroken = true;
    this.#options.report({ kind: "log_failed", sessionId: this.#sequence.sessionId, cause });
    const why = cause instanceof Error ? cause.message : String(cause);
    this.record({ type: "note", level: "error", text: `This session is not being saved: ${why}` });
  }
}

function unsaved(cause: unknown): ParleyError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new ParleyError({ code: "file_failed", message: `The session could not be saved: ${why}`, cause });
}
