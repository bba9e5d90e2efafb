// The agents of a hub: listed, found, switched on and off, given extensions.
import type { McpServer } from "@parley/acp";
import { ParleyError } from "@parley/base";
import type { FindAgent } from "@parley/client";
import type { TurnOutcome } from "../api/store.ts";
import type { AgentEntry, AgentFilter, Agents, AgentSlot } from "../api/agents.ts";
import { parseEntryName } from "./entry-name.ts";
import { agentDisabled, agentNotFound, extensionNotFound } from "./errors.ts";
import { nameOfServer, withoutExtension } from "./extensions.ts";
import { defaultAgentsLimits, type AgentsLimits } from "../limits.ts";
import { LiveCatalogue, type CatalogueOptions } from "./live-catalogue.ts";
import { addRemote, removeRemote } from "./remote-agents.ts";
import { parseSlotKey, toSlotKey } from "./slot-name.ts";
import { settingsOf, type Decide } from "./stored-settings.ts";

export interface AgentsOptions extends Omit<CatalogueOptions, "limits"> {
  readonly limits?: Partial<AgentsLimits> | undefined;
}

/** With what only the hub itself uses. */
export interface HubAgents extends Agents, AsyncDisposable {
  /** Stores the outcome of a turn for the agent's statistics. */
  noteOutcome(outcome: TurnOutcome): void;
  /** How to start an agent that is a program. Throws `capability_missing` for a remote one. */
  launch(entry: AgentEntry): FindAgent;
  /** The entry of one of our own modes; undefined for a mode that only one folder has. */
  findMode(modeId: string): Promise<AgentEntry | undefined>;
  /** Another server has changed the settings. */
  reload(): Promise<void>;
}

export function createAgents(options: AgentsOptions): HubAgents {
  return new CatalogueAgents(options);
}

class CatalogueAgents implements HubAgents {
  readonly #options: AgentsOptions;
  readonly #limits: AgentsLimits;
  readonly #live: LiveCatalogue;

  constructor(options: AgentsOptions) {
    this.#options = options;
    this.#limits = { ...defaultAgentsLimits, ...options.limits };
    this.#live = new LiveCatalogue({ ...options, limits: this.#limits });
  }

  async list(filter: AgentFilter = {}): Promise<readonly AgentEntry[]> {
    return (await this.#live.latest()).view(filter);
  }

  async find(name: string): Promise<AgentEntry | undefined> {
    const plain = parseEntryName(name) ?? "";
    const known = (await this.#live.current()).entries.get(plain);
    if (known !== undefined) return known;
    // An agent that was just added, or that the first search has not found yet, must not be reported as missing.
    await this.#live.complete();
    return (await this.#live.upToDate()).entries.get(plain);
  }

  async findMode(modeId: string): Promise<AgentEntry | undefined> {
    const { entries } = await this.#live.latest();
    return [...entries.values()].find((entry) => entry.kind === "mode" && entry.modeId === modeId);
  }

  async get(name: string): Promise<AgentEntry> {
    const entry = await this.#known(name);
    if (entry.isEnabled) return entry;
    const slot = (await this.slots()).find((one) => one.name === entry.slot);
    throw agentDisabled(entry, slot?.isEnabled ?? true);
  }

  async slots(): Promise<readonly AgentSlot[]> {
    return (await this.#live.latest()).slots;
  }

  async setEnabled(name: string, isEnabled: boolean): Promise<void> {
    const key = await this.#keyOf(name);
    await this.#change((all) => ({ ...settingsOf(all, key), isEnabled }));
  }

  async bindExtension(name: string, server: McpServer): Promise<void> {
    const key = await this.#keyOf(name);
    const serverName = nameOfServer(server);
    if (serverName === undefined) throw new ParleyError({ code: "bad_input", message: "name: is required" });
    await this.#change((all) => {
      const before = settingsOf(all, key);
      const extensions = [...withoutExtension(before.extensions, serverName), server];
      if (extensions.length <= this.#limits.extensionsMax) return { ...before, extensions };
      const message = `${name} has ${before.extensions.length} extensions, which is the limit; remove one first`;
      throw new ParleyError({ code: "limit_reached", message });
    });
  }

  async unbindExtension(name: string, serverName: string): Promise<void> {
    const key = await this.#keyOf(name);
    await this.#change((all) => {
      const before = settingsOf(all, key);
      const extensions = withoutExtension(before.extensions, serverName);
      if (extensions.length < before.extensions.length) return { ...before, extensions };
      const there = before.extensions.flatMap((server) => nameOfServer(server) ?? []);
      throw extensionNotFound(serverName, key, there);
    });
  }

  addRemote(url: string): Promise<AgentEntry> {
    return addRemote(this.#live, url, this.#limits.remotesMax);
  }

  async removeRemote(name: string): Promise<void> {
    await removeRemote(this.#live, await this.#known(name));
  }

  refresh(): Promise<void> {
    return this.#live.refresh();
  }

  reload(): Promise<void> {
    return this.#live.reload();
  }

  noteOutcome(outcome: TurnOutcome): void {
    this.#live.noteOutcome(outcome);
  }

  launch({ name, kind }: AgentEntry): FindAgent {
    switch (kind) {
      case "mode":
        return this.#options.own.find;
      case "acp":
        return this.#options.external.find(this.#live.externalNameOf(name));
      case "a2a":
        throw new ParleyError({
          code: "capability_missing",
          message: `${name} runs on another machine, so it cannot be started here`,
        });
      case "auto":
        throw new ParleyError({
          code: "capability_missing",
          message: `${name} passes each prompt to another agent, so it cannot be started itself`,
        });
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#live[Symbol.asyncDispose]();
  }

  async #known(name: string): Promise<AgentEntry> {
    const entry = await this.find(name);
    if (entry === undefined) throw agentNotFound(name, await this.list());
    return entry;
  }

  /** The key of an agent's or a slot's settings. */
  async #keyOf(name: string): Promise<string> {
    const slotName = parseSlotKey(name);
    const entry = slotName === undefined ? await this.find(name) : undefined;
    if (entry !== undefined) return entry.name;
    const wanted = (slotName ?? name).toLowerCase();
    const slot = (await this.slots()).find((one) => one.name.toLowerCase() === wanted);
    if (slot === undefined) throw agentNotFound(name, await this.list());
    return toSlotKey(slot.name);
  }

  async #change(decide: Decide): Promise<void> {
    await this.#live.settings.change(decide);
    this.#live.invalidate();
  }
}
