// The streams of all sessions of a connection, opened when they are first needed.
import { RELEASED_SESSIONS_MAX } from "../limits.ts";
import type { HttpFailure } from "./failure.ts";
import { SessionStream, type SessionStreamOptions } from "./session-stream.ts";

export interface SessionStreamsOptions {
  readonly describe: (sessionId: string) => SessionStreamOptions;
  /** Pending requests of this session can no longer get an answer. */
  readonly onLost: (sessionId: string, failure: HttpFailure) => void;
}

export class SessionStreams {
  readonly #options: SessionStreamsOptions;
  readonly #streams = new Map<string, SessionStream>();
  /** Sessions whose stream this connection has released. */
  readonly #released = new Set<string>();
  /** Sessions that the server has refused to serve on this connection, until they are loaded or resumed. */
  readonly #refused = new Map<string, HttpFailure>();

  constructor(options: SessionStreamsOptions) {
    this.#options = options;
  }

  /** Resolves when the stream is open, or with the reason why it is not. */
  async ready(sessionId: string, isReattaching = false): Promise<HttpFailure | undefined> {
    if (isReattaching) this.#refused.delete(sessionId);
    return this.#refused.get(sessionId) ?? (await this.#open(sessionId).ready);
  }

  refuse(sessionId: string, failure: HttpFailure): void {
    this.#refused.set(sessionId, failure);
    this.end(sessionId);
    this.#options.onLost(sessionId, failure);
  }

  /** Releases a stream that is no longer needed. */
  end(sessionId: string): void {
    const stream = this.#streams.get(sessionId);
    if (stream === undefined) return;
    stream.abort();
    this.#streams.delete(sessionId);
    this.#released.add(sessionId);
    const [oldest] = this.#released;
    if (this.#released.size > RELEASED_SESSIONS_MAX && oldest !== undefined) this.#released.delete(oldest);
  }

  async ended(): Promise<void> {
    await Promise.all([...this.#streams.values()].map((stream) => stream.ended));
  }

  abortAll(): void {
    for (const stream of this.#streams.values()) stream.abort();
  }

  #open(sessionId: string): SessionStream {
    const known = this.#streams.get(sessionId);
    if (known !== undefined) return known;
    const isReopened = this.#released.delete(sessionId);
    const stream = new SessionStream({ ...this.#options.describe(sessionId), isReopened });
    this.#streams.set(sessionId, stream);
    void stream.ended.then((failure) => this.#lost(sessionId, stream, failure));
    return stream;
  }

  #lost(sessionId: string, stream: SessionStream, failure: HttpFailure): void {
    if (this.#streams.get(sessionId) !== stream) return;
    if (failure.status === 409) this.refuse(sessionId, failure);
    else {
      this.#streams.delete(sessionId);
      this.#options.onLost(sessionId, failure);
    }
  }
}
