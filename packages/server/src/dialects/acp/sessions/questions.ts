// The open questions of all sessions, and the clients that can answer: all are asked, and the first answer counts.
import type { Log } from "@parley/base";
import type { Hub, Interaction } from "@parley/hub";
import type { Asker } from "./asker.ts";

export class Questions {
  readonly #hub: Hub;
  readonly #log: Log;
  readonly #pending = new Map<string, Interaction>();
  readonly #askers = new Map<string, Set<Asker>>();
  readonly #stop: () => void;

  constructor(hub: Hub, log: Log) {
    this.#hub = hub;
    this.#log = log;
    this.#stop = hub.interactions.onChange((interaction) => this.#changed(interaction));
  }

  join(asker: Asker): void {
    const askers = this.#askers.get(asker.sessionId) ?? new Set();
    this.#askers.set(asker.sessionId, askers.add(asker));
  }

  leave(asker: Asker): void {
    const askers = this.#askers.get(asker.sessionId);
    askers?.delete(asker);
    if (askers?.size === 0) this.#askers.delete(asker.sessionId);
    asker.close();
  }

  /** Number of connections that follow a session. */
  followers(sessionId: string): number {
    return this.#askers.get(sessionId)?.size ?? 0;
  }

  reached(asker: Asker, interactionId: string): void {
    asker.reached(interactionId);
    const interaction = this.#pending.get(interactionId);
    if (interaction !== undefined) asker.offer(interaction);
  }

  /** The open questions, for a client that joins late. */
  async askOpen(asker: Asker): Promise<void> {
    const { sessionId } = asker;
    try {
      for (const interaction of await this.#hub.interactions.list({ sessionId, state: "pending" })) {
        this.#pending.set(interaction.id, interaction);
        this.reached(asker, interaction.id);
      }
    } catch (cause) {
      this.#log.write("error", "The open questions of a session could not be read", { sessionId, cause });
    }
  }

  close(): void {
    this.#stop();
    for (const askers of this.#askers.values()) for (const asker of askers) asker.close();
    this.#askers.clear();
    this.#pending.clear();
  }

  #changed(interaction: Interaction): void {
    const { id, sessionId, state } = interaction;
    if (sessionId === undefined) return;
    if (state === "pending") this.#pending.set(id, interaction);
    else this.#pending.delete(id);
    for (const asker of this.#askers.get(sessionId) ?? []) {
      if (state === "pending") asker.offer(interaction);
      else asker.withdraw(id);
    }
  }
}
