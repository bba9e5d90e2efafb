// What the sessions of one agent share: credentials, rules, and the environment that models see.
import type { RulesFile } from "@parley/home/rules";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Credentials } from "../auth/credentials.ts";
import type { ModelEnvironment } from "../models/environment.ts";
import type { ResolvedOptions } from "./options.ts";

const CREDENTIALS_FILE = "credentials.json";

export class Surroundings {
  readonly environment: ModelEnvironment;
  readonly #options: ResolvedOptions;
  #credentials: Promise<Credentials> | undefined;
  #rules: Promise<RulesFile> | undefined;

  constructor(options: ResolvedOptions) {
    this.#options = options;
    const { env, fetch, clock, log } = options;
    const path = join(options.parleyHome, CREDENTIALS_FILE);
    this.environment = {
      variable: (name) => env[name],
      // Most keep nothing, and then there is nothing to load.
      secret: (name) => (existsSync(path) ? this.#secret(name) : undefined),
      fetch,
      clock,
      log,
    };
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
