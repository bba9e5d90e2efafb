// Records the events of a session in order: numbers them, writes them to the log, then sends them to the client.
//
// Events of one tick are batched: one write to the log, then one to the client, so that nothing
// is ever shown that a crash of this process could lose.
import {
  createEventSequence,
  formatSessionEvent,
  type ClientConnection,
  type EventSequence,
  type SessionEventBody,
  type SessionUpdate,
} from "@parley/acp";
import type { Clock } from "@parley/base";
import type { SessionLog } from "@parley/home/session-log";
import { BATCH_UPDATES_MAX } from "../limits.ts";
import type { Update } from "./wire.ts";

export interface RecorderOptions {
  readonly client: ClientConnection;
  readonly sessionId: string;
  readonly clock: Clock;
}

export class Recorder {
  readonly #options: RecorderOptions;
  #log: SessionLog | undefined;
  #sequence: EventSequence | undefined;
  #pending: Update[] = [];
  #scheduled: NodeJS.Immediate | undefined;
  #isFull = false;
  #isClosed = false;
  /** The log of an interrupted session, which takes no more events. */
  #frozenLog: SessionLog | undefined;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** False until the first prompt. */
  get hasLog(): boolean {
    return this.#log !== undefined;
  }

  /** Starts writing to the log. */
  start(log: SessionLog): void {
    const { sessionId, clock } = this.#options;
    this.flush();
    this.#log = log;
    this.#sequence = createEventSequence(sessionId, { clock, after: log.lastSeq });
  }

  /** Written, then sent. */
  update(update: Update): void {
    this.record({ type: "update", update: update as SessionUpdate });
    this.send(update);
  }

  /** Sends without recording, for what applies to this connection only. */
  send(update: Update): void {
    if (this.#isClosed) return;
    this.#scheduled ??= setImmediate(() => this.flush());
    if (this.#pending.push(update) >= BATCH_UPDATES_MAX) this.flush();
  }

  /** Records without sending. */
  record(body: SessionEventBody): void {
    if (this.#log === undefined || this.#sequence === undefined || this.#isClosed) return;
    const event = this.#sequence.next(body);
    this.#log.append(event, formatSessionEvent(event));
    this.#scheduled ??= setImmediate(() => this.flush());
  }

  /** To be called before any other message to the client, to keep the order. */
  flush(): void {
    clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
    this.#log?.flush();
    if (this.#pending.length === 0) return;
    const updates = this.#pending;
    this.#pending = [];
    const { client, sessionId } = this.#options;
    for (const update of updates) {
      if (client.notify("session/update", { sessionId, update }) === "full") this.#isFull = true;
    }
  }

  /** The client is behind; await `room()` before sending much more. */
  get isFull(): boolean {
    return this.#isFull;
  }

  async room(): Promise<void> {
    await this.#options.client.drained();
    this.#isFull = false;
  }

  /** Syncs the log to disk, at the end of a turn. */
  async sync(): Promise<void> {
    this.flush();
    await this.#log?.sync();
  }

  /**
   * Stops writing because the process ends in the middle of a turn. The errors that follow are not part of the conversation, and
   * a call that waits for approval can be resumed from the log.
   */
  freeze(): void {
    if (this.#log === undefined) return;
    this.flush();
    this.#frozenLog = this.#log;
    this.#log = undefined;
  }

  /** Nothing is written or sent afterwards. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.flush();
    this.#isClosed = true;
    await (this.#log ?? this.#frozenLog)?.close();
    this.#log = undefined;
  }
}
