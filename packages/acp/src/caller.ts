// The sending half of a connection: typed calls, limited to what the other side announced, with decoded answers.
import { ParleyError } from "@parley/base";
import { RpcError, type Peer, type SendOutcome } from "@parley/rpc";
import { hasCapability, missingCapability } from "./capability.ts";
import { RESOURCE_NOT_FOUND } from "./error-codes.ts";
import { REQUEST_TIMEOUT_MS } from "./limits.ts";
import { methods, type MethodName, type MethodRow } from "./methods.ts";
import type { ConnectionProblem } from "./problem.ts";
import type { ExtensionMethod } from "./signatures.ts";

export interface RequestOptions<Result> {
  /** Instead of the method's own limit; Infinity means none. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called in wire order, before any later message is delivered: the place to register a new session. */
  readonly onResult?: ((result: Result) => void) | undefined;
}

export class Caller {
  readonly #peer: Peer;
  readonly #receiver: "agent" | "client";
  readonly #report: (problem: ConnectionProblem) => void;
  /** What the receiver announced; undefined until `initialize` is complete. */
  capabilities: unknown;

  constructor(peer: Peer, receiver: "agent" | "client", report: (problem: ConnectionProblem) => void) {
    this.#peer = peer;
    this.#receiver = receiver;
    this.#report = report;
  }

  request<Result>(method: MethodName, params: unknown, options: RequestOptions<Result> = {}): Promise<Result> {
    const row = methods[method] as unknown as MethodRow<unknown, Result>;
    const refusal = this.#refusal(method, row, params);
    if (refusal !== undefined) return Promise.reject(refusal);
    // Without required fields.
    const mayBeEmpty = row.result?.({}).ok === true;
    const answered = this.#peer.request(method, params, {
      signal: options.signal,
      timeoutMs: options.timeoutMs ?? row.timeoutMs,
      mayBeEmpty,
      read: (raw) => {
        const answer = this.#decodeResult(method, row, raw);
        options.onResult?.(answer);
        return answer;
      },
    }) as Promise<Result>;
    if (!row.goneIsDone) return answered;
    return answered.catch((error: unknown) => {
      if (error instanceof RpcError && error.code === RESOURCE_NOT_FOUND) return {} as Result;
      throw error;
    });
  }

  notify(method: MethodName, params: unknown): SendOutcome {
    const refusal = this.#refusal(method, methods[method] as unknown as MethodRow<unknown, unknown>, params);
    if (refusal !== undefined) throw refusal;
    return this.#peer.notify(method, params);
  }

  extRequest(method: ExtensionMethod, params: unknown, options: RequestOptions<unknown> = {}): Promise<unknown> {
    if (!method.startsWith("_")) return Promise.reject(notAnExtension(method));
    const { signal, timeoutMs = REQUEST_TIMEOUT_MS, onResult } = options;
    const read = (result: unknown): unknown => {
      onResult?.(result);
      return result;
    };
    return this.#peer.request(method, params, { signal, timeoutMs, read });
  }

  extNotify(method: ExtensionMethod, params: unknown): SendOutcome {
    if (!method.startsWith("_")) throw notAnExtension(method);
    return this.#peer.notify(method, params);
  }

  #refusal(method: string, row: MethodRow<unknown, unknown>, params: unknown): ParleyError | undefined {
    if (method === "initialize") return undefined;
    if (this.capabilities === undefined) {
      const message = `${method} was not sent: the connection is not initialized yet`;
      return new ParleyError({ code: "not_initialized", message });
    }
    const { capability, needs } = row;
    if (capability !== undefined && !hasCapability(this.capabilities, capability)) {
      return missingCapability(method, this.#receiver, capability);
    }
    if (needs === undefined) return undefined;
    for (const need of needs(params)) {
      if (!hasCapability(this.capabilities, need)) return missingCapability(method, this.#receiver, need);
    }
    return undefined;
  }

  #decodeResult<Result>(method: string, row: MethodRow<unknown, Result>, raw: unknown): Result {
    // Many agents answer `null` where the schema has an object without required fields.
    const result = row.result?.(raw ?? {});
    if (result === undefined || !result.ok) {
      const message = `The answer to ${method} is invalid: ${result?.error.message ?? "no answer is defined"}`;
      throw new ParleyError({ code: "invalid_message", message });
    }
    if (result.repairs.length > 0) this.#report({ kind: "repaired", method, paths: result.repairs });
    return result.value;
  }
}

function notAnExtension(method: string): ParleyError {
  return new ParleyError({ code: "usage", message: `An extension method starts with an underscore: ${method}` });
}
