// Decides where the connection of this window goes: to the address in the settings, or to this machine's server, which is
// started when it is needed.
import { ParleyError, wait } from "@parley/base";
import type { ServerAddress } from "@parley/remote";
import { l10n } from "vscode";
import { LOCATE_MS, LOOK_MS } from "../../limits.ts";
import type { ServerSettings } from "../settings/settings.ts";
import type { ServerFinder } from "./server-finder.ts";

export interface LocatorOptions {
  /** Undefined in a host that cannot look at its machine. */
  readonly finder: ServerFinder | undefined;
  readonly settings: () => ServerSettings;
  /** The token for the server at an address, if the person gave one. */
  readonly tokenFor: (url: string) => Promise<string | undefined>;
  /** In a folder that is not trusted nothing is started. */
  readonly mayStart: () => boolean;
}

/** `none`: no server is running, and none is needed. */
export type LocatorState = "looking" | "found" | "none" | "starting" | { readonly failure: Error };

export class ServerLocator {
  readonly #options: LocatorOptions;
  readonly #listeners = new Set<() => void>();
  #state: LocatorState = "looking";
  #isNeeded = false;
  #wake = new AbortController();

  constructor(options: LocatorOptions) {
    this.#options = options;
  }

  get state(): LocatorState {
    return this.#state;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** From now on, a server that is not running is started. */
  need(): void {
    this.#isNeeded = true;
    this.look();
  }

  /** The person stopped it: it is not started until it is needed again. */
  release(): void {
    this.#isNeeded = false;
  }

  /** Looks again now: a setting changed, or something was started. */
  look(): void {
    this.#wake.abort();
    this.#wake = new AbortController();
  }

  /** For the connection, which calls it again when it rejects. */
  async locate(): Promise<ServerAddress> {
    const deadline = Date.now() + LOCATE_MS;
    for (;;) {
      const { signal } = this.#wake;
      const found = await this.#find();
      if (found !== undefined) {
        this.#set("found");
        return found;
      }
      if (typeof this.#state === "string") this.#set("none");
      if (Date.now() > deadline) throw noServer();
      await wait(LOOK_MS, signal);
    }
  }

  async #find(): Promise<ServerAddress | undefined> {
    const { finder, settings, tokenFor } = this.#options;
    const { url } = settings();
    if (url !== "") return { url, token: await tokenFor(url) };
    if (finder === undefined) return undefined;
    return (await finder.find()) ?? (await this.#start(finder));
  }

  async #start(finder: ServerFinder): Promise<ServerAddress | undefined> {
    const { settings, mayStart } = this.#options;
    const { autoStart, node } = settings();
    if (!this.#isNeeded || !autoStart || !mayStart()) return undefined;
    this.#set("starting");
    try {
      await finder.start({ node });
      return await finder.find();
    } catch (error) {
      // Not again on its own: the same attempt would fail in the same way.
      this.#isNeeded = false;
      this.#set({ failure: error instanceof Error ? error : new Error(String(error)) });
      return undefined;
    }
  }

  #set(state: LocatorState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function noServer(): ParleyError {
  return new ParleyError({ code: "server_not_found", message: l10n.t("No server is running") });
}
