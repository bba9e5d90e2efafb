// The event stream of one session. If the server gives its events ids, a broken stream is resumed.
import { RESUME_ATTEMPTS_MAX, RESUME_DELAY_MS } from "../limits.ts";
import type { Endpoint } from "./endpoint.ts";
import { toFailure, toSilence, type HttpFailure } from "./failure.ts";
import { readEvents, type EventReader, type ReadOptions } from "./read-events.ts";

export interface SessionStreamOptions extends ReadOptions {
  readonly endpoint: Endpoint;
  readonly headers: (lastEventId: string | undefined) => Headers;
  readonly reader: Omit<EventReader, "reached">;
  /** False once the connection as a whole is ending. */
  readonly mayResume: () => boolean;
  /** We released an earlier stream of this session; until the server notices, it answers 409. */
  readonly isReopened?: boolean;
}

const WHAT = "the stream of a session";

export class SessionStream {
  /** Settles with a failure if the stream cannot be opened. */
  readonly ready: Promise<HttpFailure | undefined>;
  /** Settles with the reason when the stream has ended permanently. */
  readonly ended: Promise<HttpFailure>;
  readonly #options: SessionStreamOptions;
  readonly #controller = new AbortController();
  #settleReady: (failure: HttpFailure | undefined) => void = () => undefined;
  #lastEventId = "";
  #attempts = 0;

  constructor(options: SessionStreamOptions) {
    this.#options = options;
    this.ready = new Promise((resolve) => {
      this.#settleReady = resolve;
    });
    this.ended = this.#run();
  }

  abort(): void {
    this.#controller.abort();
  }

  async #run(): Promise<HttpFailure> {
    for (;;) {
      const failure = await this.#readOnce();
      this.#attempts += 1;
      const mayRetry = (): boolean => this.#mayOpenAgain(failure.status);
      if (mayRetry()) {
        if (failure.status === undefined) this.#settleReady(failure);
        await this.#pause(RESUME_DELAY_MS * 2 ** (this.#attempts - 1));
        if (mayRetry()) continue;
      }
      this.#settleReady(failure);
      return failure;
    }
  }

  #mayOpenAgain(status: number | undefined): boolean {
    const { isReopened = false, mayResume } = this.#options;
    const isWorthIt = status === undefined ? this.#lastEventId !== "" : status === 409 && isReopened;
    const { aborted } = this.#controller.signal;
    return isWorthIt && !aborted && this.#attempts <= RESUME_ATTEMPTS_MAX && mayResume();
  }

  /** Opens the stream and reads it to its end. A status means that the server refuses to open it. */
  async #readOnce(): Promise<HttpFailure> {
    const { endpoint, headers, reader } = this.#options;
    try {
      const opened = await endpoint.openStream(headers(this.#lastEventId || undefined), this.#controller);
      if (opened.answer !== undefined) return toFailure(WHAT, opened.answer);
      this.#settleReady(undefined);
      await readEvents(
        opened.body,
        { message: reader.message, malformed: reader.malformed, reached: (id) => this.#reached(id) },
        this.#options,
      );
      return { message: "The server ended the stream of the session", status: undefined, body: "" };
    } catch (cause) {
      return toSilence(WHAT, endpoint.place, cause);
    } finally {
      endpoint.release(this.#controller);
    }
  }

  #reached(lastEventId: string): void {
    if (lastEventId === "" || lastEventId === this.#lastEventId) return;
    this.#lastEventId = lastEventId;
    this.#attempts = 0;
  }

  #pause(ms: number): Promise<void> {
    const { signal } = this.#controller;
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener("abort", end);
    });
  }
}
