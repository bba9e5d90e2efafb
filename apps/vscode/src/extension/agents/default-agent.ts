// The agent that answers in a new session unless another one is chosen, as the server says.
import type { Remote } from "@parley/remote";

export class DefaultAgent {
  readonly #listeners = new Set<() => void>();
  #name: string | undefined;

  /** Asked for with every connection: another server may have another one. */
  constructor(remote: Remote) {
    const load = async (): Promise<void> => {
      const { agent } = await remote.request("entries/choices", {});
      if (agent === this.#name) return;
      this.#name = agent;
      for (const listener of this.#listeners) listener();
    };
    remote.onState(({ kind }) => {
      // Without an answer the first agent of the list is shown.
      if (kind === "connected") load().catch(() => undefined);
    });
  }

  get name(): string | undefined {
    return this.#name;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
