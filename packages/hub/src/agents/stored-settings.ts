// Settings of agents and slots: cached in memory, changed one after the other, stored before they apply.
import { ParleyError } from "@parley/base";
import type { AgentSettings, HubStore } from "../api/store.ts";

export type SettingsStore = Pick<HubStore, "listAgentSettings" | "putAgentSettings" | "deleteAgentSettings">;
export type SettingsByName = ReadonlyMap<string, AgentSettings>;

/** `change` sees all earlier changes; if it throws, nothing changes. */
export type Decide = (before: SettingsByName) => AgentSettings;

export class StoredSettings {
  readonly #store: SettingsStore;
  readonly #waitingMax: number;
  #byName: SettingsByName = new Map();
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(store: SettingsStore, { waitingMax }: { readonly waitingMax: number }) {
    this.#store = store;
    this.#waitingMax = waitingMax;
  }

  get byName(): SettingsByName {
    return this.#byName;
  }

  async load(): Promise<void> {
    const rows = await this.#store.listAgentSettings();
    this.#byName = new Map(rows.map((row) => [row.name, row]));
  }

  change(decide: Decide): Promise<AgentSettings> {
    return this.#inTurn(async () => {
      const after = decide(this.#byName);
      // Default settings need not be stored.
      if (isDefault(after)) return this.#delete(after);
      await this.#store.putAgentSettings(after);
      this.#byName = new Map(this.#byName).set(after.name, after);
      return after;
    });
  }

  delete(decide: Decide): Promise<AgentSettings> {
    return this.#inTurn(() => this.#delete(decide(this.#byName)));
  }

  /** Resolves when every requested change is stored or has failed. */
  async settled(): Promise<void> {
    await this.#last;
  }

  async #delete(settings: AgentSettings): Promise<AgentSettings> {
    await this.#store.deleteAgentSettings(settings.name);
    const byName = new Map(this.#byName);
    byName.delete(settings.name);
    this.#byName = byName;
    return settings;
  }

  async #inTurn(change: () => Promise<AgentSettings>): Promise<AgentSettings> {
    if (this.#waiting >= this.#waitingMax) {
      throw new ParleyError({
        code: "limit_reached",
        message: "Too many changes to agents are waiting to be stored. Try again later",
      });
    }
    this.#waiting += 1;
    const turn = this.#last.then(change);
    // A failure is reported to its own caller only.
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#waiting -= 1;
    }
  }
}

/** Settings of a name without stored ones. */
export function settingsOf(settings: SettingsByName, name: string): AgentSettings {
  return settings.get(name) ?? { name, isEnabled: true, extensions: [] };
}

function isDefault({ isEnabled, extensions, url }: AgentSettings): boolean {
  return isEnabled && extensions.length === 0 && url === undefined;
}
