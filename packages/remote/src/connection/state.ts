// The state of the connection as a surface shows it.
import type { ParleyError } from "@parley/base";

export interface ServerInfo {
  readonly version: string;
  /** Undefined: the server is older than the protocol's numbers. */
  readonly protocol: number | undefined;
  /** Changes with a restart. Undefined if the server does not report it. */
  readonly instance?: string | undefined;
}

export type ConnectionState =
  | { readonly kind: "connected"; readonly server: ServerInfo }
  /** Also before the first connection is open. */
  | { readonly kind: "reconnecting"; readonly reason?: ParleyError | undefined }
  /** The address does not answer; further attempts follow. */
  | { readonly kind: "server_gone"; readonly reason: ParleyError }
  | { readonly kind: "wrong_token"; readonly reason: ParleyError }
  | { readonly kind: "other_version"; readonly reason: ParleyError; readonly server: ServerInfo }
  /** By `close`, or because the only transport ended. */
  | { readonly kind: "closed"; readonly reason: ParleyError };

export class StateHolder {
  readonly #listeners = new Set<(state: ConnectionState) => void>();
  readonly #report: (cause: unknown) => void;
  #current: ConnectionState = { kind: "reconnecting" };

  /** A listener that throws does not affect the connection. */
  constructor(report: (cause: unknown) => void) {
    this.#report = report;
  }

  get current(): ConnectionState {
    return this.#current;
  }

  /** Listeners are called only when the kind changes, not for the reason of each attempt. */
  set(state: ConnectionState): void {
    const isNews = state.kind !== this.#current.kind;
    this.#current = state;
    if (!isNews) return;
    for (const listener of this.#listeners) {
      try {
        listener(state);
      } catch (cause) {
        this.#report(cause);
      }
    }
  }

  onChange(listener: (state: ConnectionState) => void): () => void {
    // Each call gets its own function, because the same listener may be added twice.
    const own = (state: ConnectionState): void => listener(state);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }
}
