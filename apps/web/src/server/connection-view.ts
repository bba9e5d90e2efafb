// The state of the connection, for components.
import type { ConnectionState, Remote } from "@parley/remote";

export class ConnectionView {
  readonly #remote: Remote;

  constructor(remote: Remote) {
    this.#remote = remote;
  }

  get state(): ConnectionState {
    return this.#remote.state;
  }

  subscribe(listener: () => void): () => void {
    return this.#remote.onState(listener);
  }
}
