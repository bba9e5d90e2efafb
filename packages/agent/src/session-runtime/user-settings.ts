// Settings shared by all sessions: credentials, rules, trusted folders, and the environment of the models.
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
      // Skips loading where no credentials are saved.
      secret: (name) => (existsSync(path) ? this.#secret(name) : undefined),
      fetch,
      clock,
      log,
      limits: modelLimits,
      overrides: async () => (await this.modelOverrides()).overrides,
    };
  }

  /** The model settings in the user's config.json, read each time. */
  async modelOverrides(): Promise<FoundOverrides> {
    const { parleyHome } = this.#options;
    // Skips loading where there is no config.json.
    if (!existsSync(join(parleyHome, "config.json"))) return { overrides: {}, problems: [] };
    const { readModelOverrides } = await import("../config/model-overrides.ts");
    return readModelOverrides(parleyHome);
  }

  /** Loaded on first use. */
  credentials(): Promise<Credentials> {
    const { parleyHome, log, clock } = this.#options;
    this.#credentials ??= import("../auth/credentials.ts").then(({ openCredentials }) =>
      openCredentials(parleyHome, { log, clock }),
    );
    return this.#credentials;
  }

  /** A file that cannot be read was moved aside; the key counts as missing. */
  async #secret(name: string): Promise<string | undefined> {
    try {
      return await (await this.credentials()).secret(name);
    } catch (cause) {
      this.#options.log.write("error", "reading credentials failed", { cause });
      return undefined;
    }
  }

  rules(): Promise<RulesFile> {
    const { parleyHome, clock } = this.#options;
    this.#rules ??= import("@parley/home/rules").then(({ openRulesFile }) => openRulesFile(parleyHome, { clock }));
    return this.#rules;
  }

  /** Whether the user trusts the folder, so that its modes, commands, hooks and MCP servers are used. */
  async isTrusted(folder: string): Promise<boolean> {
    return (await this.rules()).isTrusted(folder);
  }
}
