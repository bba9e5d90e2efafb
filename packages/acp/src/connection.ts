// The common part of both kinds of connection.
import type { ParleyError } from "@parley/base";
import {
  createPeer,
  type Handlers,
  type Peer,
  type RequestContext,
  type RpcLimits,
  type SendOutcome,
  type Transport,
} from "@parley/rpc";
import { Caller, type RequestOptions } from "./caller.ts";
import { hasCapability } from "./capability.ts";
import type { ConnectionProblem } from "./problem.ts";
import type { ExtensionMethod } from "./signatures.ts";

export interface ConnectionOptions {
  readonly limits?: Partial<RpcLimits>;
  /** Receives every protocol problem; by default they are ignored. */
  readonly onProblem?: (problem: ConnectionProblem) => void;
  /** Answers requests that have no handler; by default they get −32601. */
  readonly otherRequest?: (params: unknown, context: RequestContext) => unknown;
}

export interface Connection {
  /** Whether the other side announced a capability, named by its path: `sessionCapabilities.list`. */
  supports(capability: string): boolean;
  extRequest(method: ExtensionMethod, params?: unknown, options?: RequestOptions<unknown>): Promise<unknown>;
  extNotify(method: ExtensionMethod, params?: unknown): SendOutcome;
  /** Resolves when there is room for more, after a notification was answered with `full`. */
  drained(): Promise<void>;
  close(): Promise<void>;
  readonly closed: Promise<ParleyError | undefined>;
}

/** The peer and the caller of one connection, behind the methods that do not depend on the side. */
export class BaseConnection implements Connection {
  // `open` sets these before it returns the connection, because a peer needs handlers and handlers need the connection.
  #peer!: Peer;
  protected caller!: Caller;

  /** `receiver` names the other end of the connection. */
  protected open(
    transport: Transport,
    receiver: "agent" | "client",
    handlers: Handlers,
    { limits = {}, onProblem = () => undefined, otherRequest }: ConnectionOptions,
  ): void {
    this.#peer = createPeer(transport, {
      ...handlers,
      ...(otherRequest !== undefined && { otherRequest }),
      limits,
      onProblem,
      answerMalformed: receiver === "client",
    });
    this.caller = new Caller(this.#peer, receiver, onProblem);
  }

  get closed(): Promise<ParleyError | undefined> {
    return this.#peer.closed;
  }

  supports(capability: string): boolean {
    return hasCapability(this.caller.capabilities, capability);
  }

  extRequest(method: ExtensionMethod, params?: unknown, options?: RequestOptions<unknown>): Promise<unknown> {
    return this.caller.extRequest(method, params, options);
  }

  extNotify(method: ExtensionMethod, params?: unknown): SendOutcome {
    return this.caller.extNotify(method, params);
  }

  get pending(): number {
    return this.#peer.pending;
  }

  drained(): Promise<void> {
    return this.#peer.drained();
  }

  close(): Promise<void> {
    return this.#peer.close();
  }
}
