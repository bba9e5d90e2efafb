// The current catalogue: built from its sources once, and again when one of them has changed.
import type { Clock, Log, SandboxSetting } from "@parley/base";
import type { AgentTotals, HubStore, TurnOutcome } from "../api/store.ts";
import { createCatalogue, OWN_NAME, type Catalogue } from "./catalogue.ts";
import type { AgentsLimits } from "../limits.ts";
import { BackgroundRefresh } from "./background-refresh.ts";
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
  /** The list was built again. */
  readonly onChanged?: ((before: Entries, after: Entries) => void) | undefined;
  /** The next request builds the list again. */
  readonly onStale?: (() => void) | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: AgentsLimits;
}

type Entries = Catalogue["entries"];

export class LiveCatalogue implements AsyncDisposable {
  /** Code that changes them calls `invalidate`. */
  readonly settings: StoredSettings;
  readonly cards: RemoteCards;
  readonly #options: CatalogueOptions;
  readonly #machine: BackgroundRefresh;
  readonly #remotes: BackgroundRefresh;
  readonly #ownModes: BackgroundRefresh;
  /** Settles when it is over, whether or not it succeeded. */
  readonly #firstSearch: Promise<void>;
  readonly #firstSearchOrTimeout: Promise<void>;
  readonly #totals = new Map<string, AgentTotals>();
  #externals: readonly ExternalAgent[] = [];
  #sandboxes: ReadonlyMap<string, SandboxSetting> = new Map();
  #stamp: string | undefined;
  #modes: readonly OwnMode[];
  #built: Catalogue | undefined;
  /** As it was last built. */
  #entries: Entries | undefined;
  #builtMs = 0;
  #notes: readonly string[] = [];
  #externalNames: ReadonlyMap<string, string> = new Map();
  #hasNewFigures = false;
  #noting: Promise<void> = Promise.resolve();
  #loading: Promise<void> | undefined;
  #isReady = false;

  /** Starts searching the machine, in the background. */
  constructor(options: CatalogueOptions) {
    const { store, readCard, clock, log, limits } = options;
    this.#options = options;
    this.#modes = options.own.modes;
    this.settings = new StoredSettings(store, { waitingMax: limits.changesWaitingMax });
    this.cards = new RemoteCards(readCard, limits);
    const createRefresh = (what: string, read: () => Promise<void>): BackgroundRefresh => {
      const onFailure = (error: unknown): void => log.write("warn", `Could not read ${what}`, { error });
      return new BackgroundRefresh({ clock, what, read, timeoutMs: limits.refreshTimeoutMs, onFailure });
    };
    this.#machine = createRefresh("the agents on this machine", () => this.#searchMachine());
    this.#remotes = createRefresh("the cards of remote agents", () => this.#readCards());
    this.#ownModes = createRefresh("the user's modes", () => this.#readModes());
    this.#firstSearch = this.#machine.inBackground();
    this.#firstSearchOrTimeout = this.#waitForFirstSearch();
  }

  /** Waits for the store and, up to a limit, for the first search of the machine; after that for nothing. */
  async current(): Promise<Catalogue> {
    if (!this.#isReady) await this.#prepare();
    const { clock, limits } = this.#options;
    this.#machine.ifOlderThan(limits.refreshMs);
    this.#remotes.ifOlderThan(limits.refreshMs);
    if (this.#hasNewFigures && clock.now() - this.#builtMs >= limits.statisticsMs) this.invalidate();
    return (this.#built ??= this.#build());
  }

  /** The same for a list: includes modes that the user has just written. */
  async latest(): Promise<Catalogue> {
    if (this.#options.own.loadModes !== undefined)
      await this.#ownModes.whenOlderThan(this.#options.limits.modesRefreshMs);
    return this.upToDate();
  }

  /** The same for a name that was not found: waits for the end of the first search, and reads the modes again. */
  async complete(): Promise<Catalogue> {
    await this.#firstSearch;
    if (this.#options.own.loadModes !== undefined) await this.#ownModes.again();
    return this.current();
  }

  /** The same after agents were added or removed on this machine: the list has them at once. */
  async upToDate(): Promise<Catalogue> {
    const { external } = this.#options;
    const stamp = await external.stamp?.();
    if (stamp !== undefined && this.#isReady && stamp !== this.#stamp) await this.#searchAgain();
    return this.current();
  }

  /** The program that is listed under this name. */
  externalNameOf(name: string): string {
    return this.#externalNames.get(name) ?? name;
  }

  /** The next request builds the list again. */
  invalidate(): void {
    this.#built = undefined;
    this.#options.onStale?.();
  }

  /** Rejects if the machine cannot be searched. */
  async refresh(): Promise<void> {
    await this.#prepare();
    await Promise.all([this.#machine.again(), this.#remotes.again()]);
  }

  /** Another server has changed the settings. */
  async reload(): Promise<void> {
    const { log } = this.#options;
    try {
      await this.settings.load();
      this.invalidate();
    } catch (error) {
      log.write("warn", "Could not read the settings of agents", { error });
    }
  }

  /** Outcomes are stored first, in order, so that nothing is counted twice. */
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
      .catch((error: unknown) => log.write("warn", "Could not store the statistics of a turn", { error }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cards.close();
    await Promise.all([this.settings.settled(), this.#noting]);
  }

  async #prepare(): Promise<void> {
    await this.#load();
    await this.#firstSearchOrTimeout;
    this.#isReady = true;
  }

  /** After a failure, the next request tries again. */
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
    if (this.#entries !== undefined) this.#options.onChanged?.(this.#entries, built.entries);
    this.#entries = built.entries;
    return built;
  }

  async #searchMachine(): Promise<void> {
    const { external } = this.#options;
    // Taken before the search, so that a change during it is noticed by the next one.
    const stamp = await external.stamp?.();
    try {
      // That of our own modes is known at once, however long the search takes.
      if (this.#sandboxes.size === 0) this.#sandboxes = await this.#readSandboxes();
      this.#externals = await external.list();
      this.#sandboxes = await this.#readSandboxes();
      this.invalidate();
    } finally {
      // After a failure as well: the same files would only fail again.
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

  /** A failure is logged, and the earlier result stays. */
  async #searchAgain(): Promise<void> {
    try {
      await this.#machine.again();
    } catch (error) {
      this.#options.log.write("warn", "Could not read the agents on this machine", { error });
    }
  }

  async #readModes(): Promise<void> {
    const modes = (await this.#options.own.loadModes?.()) ?? this.#options.own.modes;
    if (JSON.stringify(modes) === JSON.stringify(this.#modes)) return;
    this.#modes = modes;
    this.invalidate();
  }

  async #readCards(): Promise<void> {
    const all = [...this.settings.byName.values()];
    const remotes = all.flatMap(({ name, url }) => (url === undefined ? [] : [{ name, url }]));
    if (remotes.length === 0) return;
    await this.cards.readAll(remotes);
    this.invalidate();
  }

  async #waitForFirstSearch(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.#options.limits.firstRefreshMs).unref();
    });
    await Promise.race([this.#firstSearch, late]);
    clearTimeout(timer);
  }
}
