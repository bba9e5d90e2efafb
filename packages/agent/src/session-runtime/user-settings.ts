// What the sessions of one agent share: credentials, rules, and the environment that models see.
import type { RulesFile } from "@parley/home/rules";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Credentials } from "../auth/credentials.ts";
import type { FoundOverrides } from "../config/model-overrides.ts";
import type { ModelEnvironment } from "../models/environment.ts";
import type { ResolvedOptions } from "./options.ts";

const CREDENTIALS_FILE = "credentials.json";

export class UserSettings {
  readonly environment: ModelEnvironment;
  readonly #options: ResolvedOptions;
  #credentials: Promise<Credentials> | undefined;
  #rules: Promise<RulesFile> | undefined;

  constructor(options: ResolvedOptions) {
    this.#options = options;
    const { env, fetch, clock, log, modelLimits } = options;
    const path = join(options.parleyHome, CREDENTIALS_FILE);
    this.environment = {
      variable: (name) => env[name],
      // Most keep nothing, and then there is nothing to load.
      secret: (name) => (existsSync(path) ? this.#secret(name) : undefined),
      fetch,
      clock,
      log,
      limits: modelLimits,
      overrides: async () => (await this.modelOverrides()).overrides,
    };
  }

  /** What the user's own config.json says of models, as it is now. */
  async modelOverrides(): Promise<FoundOverrides> {
    const { parleyHome } = this.#options;
    // Most have none, and then there is nothing to load.
    if (!existsSync(join(parleyHome, "config.json"))) return { overrides: {}, problems: [] };
    const { readModelOverrides } = await import("../config/model-overrides.ts");
    return readModelOverrides(parleyHome);
  }

  /** Loaded when something is to be kept, or might be. */
  credentials(): Promise<Credentials> {
    const { parleyHome, log, clock } = this.#options;
    this.#credentials ??= import("../auth/credentials.ts").then(({ openCredentials }) =>
      openCredentials(parleyHome, { log, clock }),
    );
    return this.#credentials;
  }

  /** A file that cannot be read was moved aside: whoever needs a key is told that there is none. */
  async #secret(name: string): Promise<string | undefined> {
    try {
      return await (await this.credentials()).secret(name);
    } catch (cause) {
      this.#options.log.write("error", "The credentials cannot be read", { cause });
      return undefined;
    }
  }

  rules(): Promise<RulesFile> {
    const { parleyHome, clock } = this.#options;
    this.#rules ??= import("@parley/home/rules").then(({ openRulesFile }) => openRulesFile(parleyHome, { clock }));
    return this.#rules;
  }

  /** Whether the person trusts the folder: its own modes, commands, hooks and servers count. */
  async isTrusted(folder: string): Promise<boolean> {
    return (await this.rules()).isTrusted(folder);
  }
}
