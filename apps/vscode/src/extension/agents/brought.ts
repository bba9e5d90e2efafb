// What sessions of this window were begun with, by name: it is brought again with every prompt, because the server keeps it in memory only.
import type { Operations } from "@parley/contract";
import type * as vscode from "vscode";
import { BROUGHT_KEPT_MAX } from "../../limits.ts";

export type Launch = Omit<Operations["sessions/setLaunch"]["params"], "id">;

export interface BroughtNames {
  /** Of the profile that is its agent. */
  readonly profile?: string | undefined;
  /** Names of secrets of its MCP servers. */
  readonly secrets?: readonly string[] | undefined;
}

const KEY = "acp.brought";

export class Brought {
  readonly #state: vscode.Memento;
  /** What each was begun with; after a reload of the window, the settings say it. */
  readonly #launches = new Map<string, Launch>();

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  names(sessionId: string): BroughtNames | undefined {
    return this.#all[sessionId];
  }

  launch(sessionId: string): Launch | undefined {
    return this.#launches.get(sessionId);
  }

  /** Sessions whose agent is this profile. */
  sessionsOf(profile: string): readonly string[] {
    return Object.keys(this.#all).filter((id) => this.#all[id]?.profile === profile);
  }

  async keep(sessionId: string, names: BroughtNames, launch: Launch): Promise<void> {
    this.#launches.set(sessionId, launch);
    const others = Object.entries(this.#all).filter(([id]) => id !== sessionId);
    const kept = [...others, [sessionId, names] as const].slice(-BROUGHT_KEPT_MAX);
    await this.#state.update(KEY, Object.fromEntries(kept));
  }

  get #all(): Readonly<Record<string, BroughtNames>> {
    return this.#state.get<Readonly<Record<string, BroughtNames>>>(KEY, {});
  }
}
