// Everything that happens in a session, in one order: numbered, written to its log, then sent to the client.
//
// What comes in one turn of the event loop makes a batch: one write to the log, then one to the client, so that nothing is
// ever shown that a crash of this process could take back.
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
import { BATCH_UPDATES_MAX } from "./limits.ts";
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
  /** The log of a session that was interrupted: nothing is added to it. */
  #frozenLog: SessionLog | undefined;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** A session that is empty so far has none. */
  get hasLog(): boolean {
    return this.#log !== undefined;
  }

  /** From now on everything is written. */
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

  /** Sent and not kept: what is true for this connection only. */
  send(update: Update): void {
    if (this.#isClosed) return;
    this.#scheduled ??= setImmediate(() => this.flush());
    if (this.#pending.push(update) >= BATCH_UPDATES_MAX) this.flush();
  }

  /** Kept and not sent. */
  record(body: SessionEventBody): void {
    if (this.#log === undefined || this.#sequence === undefined || this.#isClosed) return;
    const event = this.#sequence.next(body);
    this.#log.append(event, formatSessionEvent(event));
    this.#scheduled ??= setImmediate(() => this.flush());
  }

  /** Before anything else goes to the client, so that the order is kept. */
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

  /** The client is behind: nothing much should be said before `room()`. */
  get isFull(): boolean {
    return this.#isFull;
  }

  async room(): Promise<void> {
    await this.#options.client.drained();
    this.#isFull = false;
  }

  /** Everything is on the disk itself. At the end of a turn. */
  async sync(): Promise<void> {
    this.flush();
    await this.#log?.sync();
  }

  /**
   * The process ends in mid-turn: nothing is written from now on. How the turn falls apart is not part of the conversation, and
   * a call that waits for an answer can be continued from the log.
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
