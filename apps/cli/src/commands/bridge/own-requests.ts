// The bridge's own requests to the server, which resume sessions over a new connection.
import { ParleyError } from "@parley/base";
import type { Message, RequestId } from "@parley/rpc";
import { BRIDGE_RESUME_MS } from "../../limits.ts";
import type { Fields } from "./wire.ts";

interface Waiting {
  readonly resolve: (answer: Fields) => void;
  readonly reject: (error: unknown) => void;
}

export class OwnRequests {
  readonly #waiting = new Map<RequestId, Waiting>();
  #last = 0;

  /** Resolves with the full response, even an error. Rejects if the connection breaks or the request times out. */
  async ask(method: string, params: Fields, send: (message: Message) => void): Promise<Fields> {
    this.#last += 1;
    const id = `parley-bridge-${this.#last}`;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Fields>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        timer = setTimeout(() => reject(tooLong(method)), BRIDGE_RESUME_MS);
        send({ jsonrpc: "2.0", id, method, params });
      });
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  /** False if the answer belongs to a request that the bridge did not send. */
  settle(id: RequestId, answer: Fields): boolean {
    const waiting = this.#waiting.get(id);
    waiting?.resolve(answer);
    return waiting !== undefined;
  }

  fail(reason: ParleyError | undefined): void {
    const error = reason ?? new ParleyError({ code: "connection_closed", message: "The server ended the connection" });
    for (const { reject } of this.#waiting.values()) reject(error);
  }
}

function tooLong(method: string): ParleyError {
  const message = `The server did not answer ${method} within ${BRIDGE_RESUME_MS / 1000} s`;
  return new ParleyError({ code: "request_timeout", message });
}
