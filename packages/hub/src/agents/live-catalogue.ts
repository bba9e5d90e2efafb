// The catalogue as it is now: built once from its sources, and again only when one of them has changed.
import type { Clock, Log, SandboxSetting } from "@parley/base";
import type { AgentTotals, HubStore, TurnOutcome } from "../api/store.ts";
import { createCatalogue, OWN_NAME, type Catalogue } from "./catalogue.ts";
import type { AgentsLimits } from "../limits.ts";
import { Look } from "./look.ts";
import { RemoteCards } from "./remote-cards.ts";
import type { ReadCard } from "../api/remote-card.ts";
import type { ExternalAgent, ExternalAgents, OwnAgent, OwnMode } from "../api/sources.ts";
import { addOutcome } from "./statistics.ts";
import { StoredSettings } from "./stored-settings.ts";

export interface CatalogueOptions {
  readonly own: OwnAgent;
  readonly external: ExternalAgents;
  readonly store: HubStore;
  readonly readCard: ReadCard;
  /** What is configured for a program; `parley` is our own agent. */
  readonly sandbox?: ((program: string) => Promise<{ readonly setting: SandboxSetting }>) | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: AgentsLimits;
}

export class LiveCatalogue implements AsyncDisposable {
  /** Whoever changes them says `invalidate`. */
  readonly settings: StoredSettings;
  readonly cards: RemoteCards;
  readonly #options: CatalogueOptions;
  readonly #machine: Look;
  readonly #remotes: Look;
  readonly #ownModes: Look;
  /** Over, well or not. */
  readonly #looked: Promise<void>;
  readonly #firstLook: Promise<void>;
  readonly #totals = new Map<string, AgentTotals>();
  #externals: readonly ExternalAgent[] = [];
  #sandboxes: ReadonlyMap<string, SandboxSetting> = new Map();
  #stamp: string | undefined;
  #modes: readonly OwnMode[];
  #built: Catalogue | undefined;
  #builtMs = 0;
  #notes: readonly string[] = [];
  #externalNames: ReadonlyMap<string, string> = new Map();
  #hasNewFigures = false;
  #noting: Promise<void> = Promise.resolve();
  #loading: Promise<void> | undefined;
  #isReady = false;

  /** Looks at the machine at once, in the background. */
  constructor(options: CatalogueOptions) {
    const { store, readCard, clock, log, limits } = options;
    this.#options = options;
    this.#modes = options.own.modes;
    this.settings = new StoredSettings(store, { waitingMax: limits.changesWaitingMax });
    this.cards = new RemoteCards(readCard, limits);
    const createLook = (at: string, look: () => Promise<void>): Look => {
      const onFailure = (error: unknown): void => log.write("warn", `Could not look at ${at}`, { error });
      return new Look({ clock, at, look, timeMs: limits.refreshTimeoutMs, onFailure });
    };
    this.#machine = createLook("the agents on this machine", () => this.#lookAtMachine());
    this.#remotes = createLook("the remote agents", () => this.#lookAtRemotes());
    this.#ownModes = createLook("the modes of the user", () => this.#lookAtModes());
    this.#looked = this.#machine.inBackground();
    this.#firstLook = this.#waitForFirstLook();
  }

  /** Waits for what is stored and, for a moment, for the first look at the machine; after that for nothing. */
  async current(): Promise<Catalogue> {
    if (!this.#isReady) await this.#prepare();
    const { clock, limits } = this.#options;
    this.#machine.ifOlderThan(limits.refreshMs);
    this.#remotes.ifOlderThan(limits.refreshMs);
    if (this.#hasNewFigures && clock.now() - this.#builtMs >= limits.statisticsMs) this.invalidate();
    return (this.#built ??= this.#build());
  }

  /** The same for a list: with modes that the user has written a moment ago. */
  async latest(): Promise<Catalogue> {
    if (this.#options.own.loadModes !== undefined)
      await this.#ownModes.whenOlderThan(this.#options.limits.modesRefreshMs);
    return this.upToDate();
  }

  /** The same for a name that is not found: waits until the first look is really over, and reads the modes again. */
  async complete(): Promise<Catalogue> {
    await this.#looked;
    if (this.#options.own.loadModes !== undefined) await this.#ownModes.again();
    return this.current();
  }

  /** The same after agents were added or removed on this machine: they are there at once, and not at the next look. */
  async upToDate(): Promise<Catalogue> {
    const { external } = this.#options;
    const stamp = await external.stamp?.();
    if (stamp !== undefined && this.#isReady && stamp !== this.#stamp) await this.#lookAgain();
    return this.current();
  }

  /** What the machine calls a program that is listed under this name. */
  externalNameOf(name: string): string {
    return this.#externalNames.get(name) ?? name;
  }

  /** The next one who asks gets a new one. */
  invalidate(): void {
    this.#built = undefined;
  }

  /** Rejects if the machine cannot be looked at. */
  async refresh(): Promise<void> {
    await this.#prepare();
    await Promise.all([this.#machine.again(), this.#remotes.again()]);
  }

  /** Stored first, one after the other: what is loaded is complete then, and nothing is counted twice. */
  noteOutcome(outcome: TurnOutcome): void {
    const { store, log } = this.#options;
    const note = async (): Promise<void> => {
      await this.#load();
      await store.addOutcome(outcome);
      this.#totals.set(outcome.agent, addOutcome(this.#totals.get(outcome.agent), outcome));
      this.#hasNewFigures = true;
    };
    this.#noting = this.#noting
      .then(note)
      .catch((error: unknown) => log.write("warn", "The figures of a turn could not be stored", { error }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cards.close();
    await Promise.all([this.settings.settled(), this.#noting]);
  }

  async #prepare(): Promise<void> {
    await this.#load();
    await this.#firstLook;
    this.#isReady = true;
  }

  /** A store that failed once is asked again by the next one. */
  async #load(): Promise<void> {
    this.#loading ??= this.#loadFromStore();
    try {
      await this.#loading;
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }

  async #loadFromStore(): Promise<void> {
    const [totals] = await Promise.all([this.#options.store.listTotals(), this.settings.load()]);
    for (const row of totals) this.#totals.set(row.agent, row);
    void this.#remotes.inBackground();
  }

  #build(): Catalogue {
    const { own, clock, log } = this.#options;
    this.#builtMs = clock.now();
    this.#hasNewFigures = false;
    const built = createCatalogue({
      own: { slots: own.slots, modes: this.#modes },
      externals: this.#externals,
      remotes: this.cards.states,
      settings: this.settings.byName,
      totals: this.#totals,
      sandboxes: this.#sandboxes,
    });
    for (const note of built.notes) if (!this.#notes.includes(note)) log.write("warn", note);
    this.#notes = built.notes;
    this.#externalNames = built.externalNames;
    return built;
  }

  async #lookAtMachine(): Promise<void> {
    const { external } = this.#options;
    // From before the look, so that a change during it is seen at the next one.
    const stamp = await external.stamp?.();
    try {
      // The modes' own is known at once, however long the look takes.
      if (this.#sandboxes.size === 0) this.#sandboxes = await this.#readSandboxes();
      this.#externals = await external.list();
      this.#sandboxes = await this.#readSandboxes();
      this.invalidate();
    } finally {
      // After a failure, too: the same files would only fail again.
      this.#stamp = stamp;
    }
  }

  async #readSandboxes(): Promise<ReadonlyMap<string, SandboxSetting>> {
    const { sandbox } = this.#options;
    if (sandbox === undefined) return new Map();
    const programs = [OWN_NAME, ...this.#externals.map(({ name }) => name)];
    const read = async (name: string) => [name, (await sandbox(name)).setting] as const;
    return new Map(await Promise.all(programs.map(read)));
  }

  /** One that fails is logged, and what was known stays. */
  async #lookAgain(): Promise<void> {
    try {
      await this.#machine.again();
    } catch (error) {
      this.#options.log.write("warn", "Could not look at the agents on this machine", { error });
    }
  }

  async #lookAtModes(): Promise<void> {
    const modes = (await this.#options.own.loadModes?.()) ?? this.#options.own.modes;
    if (JSON.stringify(modes) === JSON.stringify(this.#modes)) return;
    this.#modes = modes;
    this.invalidate();
  }

  async #lookAtRemotes(): Promise<void> {
    const all = [...this.settings.byName.values()];
    const remotes = all.flatMap(({ name, url }) => (url === undefined ? [] : [{ name, url }]));
    if (remotes.length === 0) return;
    await this.cards.readAll(remotes);
    this.invalidate();
  }

  async #waitForFirstLook(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.#options.limits.firstRefreshMs).unref();
    });
    await Promise.race([this.#looked, late]);
    clearTimeout(timer);
  }
}
