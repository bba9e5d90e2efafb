// The agents of the server, kept up to date by its change stream.
import type { NativeAgent } from "@parley/contract";
import type { FollowingEvents, Remote } from "@parley/remote";
import { untilLoaded } from "./until-loaded.ts";

export class AgentList {
  readonly #remote: Remote;
  readonly #following: FollowingEvents;
  readonly #listeners = new Set<() => void>();
  readonly #byName = new Map<string, NativeAgent>();
  #agents: readonly NativeAgent[] | undefined;
  #usable: readonly NativeAgent[] | undefined;

  constructor(remote: Remote) {
    this.#remote = remote;
    this.#following = remote.events({
      reset: () => untilLoaded(() => this.#load()),
      events: (batch) => {
        const changes = batch.filter((event) => event.type === "agent");
        for (const { name, agent } of changes) {
          if (agent === undefined) this.#byName.delete(name);
          else this.#byName.set(name, agent);
        }
        if (changes.length > 0) this.#changed();
      },
    });
  }

  /** Includes unavailable ones; the same array until something changes. */
  get agents(): readonly NativeAgent[] {
    this.#agents ??= [...this.#byName.values()];
    return this.#agents;
  }

  /** Those that a session can use now; the same array until something changes. */
  get usable(): readonly NativeAgent[] {
    this.#usable ??= this.agents.filter(isUsable);
    return this.#usable;
  }

  /** An agent's title, or its name until that is known. */
  titleOf(name: string): string {
    return this.#byName.get(name)?.title ?? name;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#following.close();
  }

  async #load(): Promise<void> {
    const { entries } = await this.#remote.request("entries/list", { all: true });
    this.#byName.clear();
    for (const agent of entries) this.#byName.set(agent.name, agent);
    this.#changed();
  }

  #changed(): void {
    this.#agents = undefined;
    this.#usable = undefined;
    for (const listener of this.#listeners) listener();
  }
}

function isUsable(agent: NativeAgent): boolean {
  return agent.is_available && agent.is_enabled && !agent.is_internal && !agent.is_deprecated;
}
