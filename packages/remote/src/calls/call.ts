// One request that survives a lost connection if it may be resent: it waits for a connection and for its answer.
import { ERROR_CODES, isObject, ParleyError, type ErrorCode, type Remedy } from "@parley/base";
import { RpcError, type Peer } from "@parley/rpc";
import type { Connection } from "../connection/connection.ts";
import { REQUEST_MS } from "../limits.ts";

export interface CallOptions {
  /** Includes the time without a connection; Infinity: no limit. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Idempotent, so it is resent after a lost connection. */
  readonly isRepeatable?: boolean | undefined;
}

/** Rejects with a ParleyError if the server sent its code, otherwise with the server's RpcError. */
export async function call(
  connection: Connection,
  method: string,
  params: unknown,
  { timeoutMs = REQUEST_MS, signal, isRepeatable = false }: CallOptions = {},
): Promise<unknown> {
  const limit = new Deadline(method, timeoutMs, signal);
  for (;;) {
    const peer = await limit.until(connection, () => usablePeer(connection));
    try {
      return await peer.request(method, params, { timeoutMs: limit.leftMs, signal });
    } catch (error) {
      const failure = toParleyError(error);
      if (!isLost(error, failure)) throw failure;
      if (!isRepeatable) throw notRepeated(method, failure);
      // A server that shuts down closes the connection soon; the next server gets the request.
      await limit.until(connection, () => (connection.peer === peer ? undefined : true));
    }
  }
}

/** Throws if no connection is possible without the user's help. */
function usablePeer(connection: Connection): Peer | undefined {
  const { current } = connection.state;
  if (current.kind === "wrong_token" || current.kind === "other_version" || current.kind === "closed") {
    throw current.reason;
  }
  return connection.peer;
}

/** The error for a request whose connection still exists. */
const OWN_ENDS: ReadonlySet<ErrorCode> = new Set(["request_timeout", "request_cancelled", "invalid_message"]);

/** No answer will come, or the server is shutting down. */
function isLost(error: unknown, failure: Error): boolean {
  if (!(failure instanceof ParleyError)) return false;
  return error instanceof RpcError ? failure.code === "server_draining" : !OWN_ENDS.has(failure.code);
}

function toParleyError(error: unknown): Error {
  if (!(error instanceof RpcError) || !isObject(error.data))
    return error instanceof Error ? error : new Error(String(error));
  const { code, remedy } = error.data;
  if (!isErrorCode(code)) return error;
  return new ParleyError({
    code,
    message: error.message,
    ...(isObject(remedy) && { remedy: remedy as unknown as Remedy }),
    cause: error,
  });
}

function isErrorCode(code: unknown): code is ErrorCode {
  return (ERROR_CODES as readonly unknown[]).includes(code);
}

function notRepeated(method: string, cause: Error): ParleyError {
  const message =
    `The connection was lost before ${method} was answered. It may have been done: ` +
    "look before you try again, because it is not repeated automatically";
  return new ParleyError({ code: "connection_closed", message, cause });
}

/** The remaining time of one call. */
class Deadline {
  readonly #method: string;
  readonly #timeoutMs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #endAt: number;

  constructor(method: string, timeoutMs: number, signal: AbortSignal | undefined) {
    this.#method = method;
    this.#timeoutMs = timeoutMs;
    this.#signal = signal;
    this.#endAt = performance.now() + timeoutMs;
  }

  /** Undefined: no limit. */
  get leftMs(): number | undefined {
    return Number.isFinite(this.#timeoutMs) ? Math.max(1, this.#endAt - performance.now()) : undefined;
  }

  /** The first result of `find`, which is retried whenever the connection changes. */
  until<Found>(connection: Connection, find: () => Found | undefined): Promise<Found> {
    return new Promise((resolve, reject) => {
      let stop: (() => void) | undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const finish = (settle: () => void): void => {
        stop?.();
        clearTimeout(timer);
        this.#signal?.removeEventListener("abort", onAbort);
        settle();
      };
      const onAbort = (): void => finish(() => reject(this.#cancelled()));
      const look = (): void => {
        try {
          const found = find();
          if (found === undefined) stop = connection.onceChanged(look);
          else finish(() => resolve(found));
        } catch (error) {
          finish(() => reject(error instanceof Error ? error : new Error(String(error))));
        }
      };
      if (this.#signal?.aborted === true) {
        reject(this.#cancelled());
        return;
      }
      this.#signal?.addEventListener("abort", onAbort, { once: true });
      const { leftMs } = this;
      if (leftMs !== undefined) timer = setTimeout(() => finish(() => reject(this.#late(connection))), leftMs);
      look();
    });
  }

  #late({ state: { current } }: Connection): ParleyError {
    const why = "reason" in current && current.reason !== undefined ? `: ${current.reason.message}` : "";
    const message = `${this.#method} was not sent within ${this.#timeoutMs} ms, because the server is not connected${why}`;
    return new ParleyError({ code: "server_not_found", message });
  }

  #cancelled(): ParleyError {
    const cause: unknown = this.#signal?.reason;
    return new ParleyError({ code: "request_cancelled", message: `${this.#method} was cancelled`, cause });
  }
}
