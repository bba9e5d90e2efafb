// What reached the model, for tests to look at and to wait for; the newest of it.
import type { Conversation } from "./conversation.ts";
import { REQUEST_BYTES_MAX, REQUEST_WAIT_MS, REQUESTS_MAX } from "./limits.ts";
import type { WireName } from "./wires/wire.ts";

export interface StubRequest {
  readonly path: string;
  readonly wire: WireName | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
  /** Undefined if it could not be read. */
  readonly conversation: Conversation | undefined;
  /** A title, a summary and the like: nothing that the user asked for. */
  readonly isSide: boolean;
  /** The status it was answered with. */
  readonly status: number;
}

interface Kept {
  readonly request: StubRequest;
  readonly bytes: number;
}

export class RequestLog {
  readonly #kept: Kept[] = [];
  readonly #waiting = new Set<(request: StubRequest) => void>();
  #bytes = 0;

  get requests(): readonly StubRequest[] {
    return this.#kept.map(({ request }) => request);
  }

  add(request: StubRequest, bytes: number): void {
    this.#kept.push({ request, bytes });
    this.#bytes += bytes;
    while (this.#kept.length > 1 && (this.#kept.length > REQUESTS_MAX || this.#bytes > REQUEST_BYTES_MAX)) {
      this.#bytes -= this.#kept.shift()?.bytes ?? 0;
    }
    for (const look of this.#waiting) look(request);
  }

  find(what: string, fits: (request: StubRequest) => boolean): Promise<StubRequest> {
    const found = this.requests.find(fits);
    if (found !== undefined) return Promise.resolve(found);
    return new Promise((resolve, reject) => {
      const look = (request: StubRequest): void => {
        if (!fits(request)) return;
        this.#waiting.delete(look);
        clearTimeout(timer);
        resolve(request);
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(look);
        reject(new Error(`Waited ${REQUEST_WAIT_MS} ms for ${what}; the model had ${this.#kept.length} requests`));
      }, REQUEST_WAIT_MS);
      this.#waiting.add(look);
    });
  }
}
