// The registry of ACP agents: fetched when somebody asks for it, read from the cache otherwise.
import { readTextWithin } from "@parley/home";
import { ParleyError, silentLog, systemClock, type Clock, type Log } from "@parley/base";
import { fileURLToPath } from "node:url";
import { FetchFailure, openUrl, parseAddress } from "../http/open-url.ts";
import { showUrl } from "../http/show-url.ts";
import { defaultAgentLimits, type AgentLimits } from "../limits.ts";
import { findKnownAgent } from "../known/known-agents.ts";
import { createSurroundings, type Surroundings } from "../programs/surroundings.ts";
import { parseRegistry, type ParsedRegistry } from "./parse-registry.ts";
import { readCache, writeCache, type CachedRegistry } from "./registry-cache.ts";
import type { RegistryAgent } from "./registry-agent.ts";

export const DEFAULT_REGISTRY_URL = "https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json";

export interface RegistryOptions {
  /** An http or https address, a `file:` address or a file's path. */
  readonly source?: string | undefined;
  readonly surroundings?: Partial<Surroundings> | undefined;
  readonly log?: Log | undefined;
  readonly clock?: Clock | undefined;
  readonly limits?: Partial<AgentLimits> | undefined;
}

/** The registry as it was at a time. */
export interface RegistryCopy extends ParsedRegistry {
  /** Where it is from, as it may be shown. */
  readonly origin: string;
  readonly fetchedAtMs: number;
  /** How old it is, if it was not fetched just now. */
  readonly ageMs: number;
  /** Why an old copy had to do. */
  readonly offline?: ParleyError | undefined;
}

export interface Registry {
  /** Asks the registry; if that fails, an old copy has to do. Rejects with `registry_unavailable` if there is none. */
  refresh(signal?: AbortSignal): Promise<RegistryCopy>;
  /** The copy that is here, undefined if there is none. Nothing leaves the machine. */
  cached(): Promise<RegistryCopy | undefined>;
}

export function createRegistry(options: RegistryOptions = {}): Registry {
  const source = options.source ?? DEFAULT_REGISTRY_URL;
  return /^https?:/i.test(source) ? new WebRegistry(source, options) : new FileRegistry(source, options);
}

/** By its id, or by the name of a known agent that has that id. */
export function findRegistryAgent(copy: ParsedRegistry, name: string): RegistryAgent | undefined {
  const ids = [name, ...(findKnownAgent(name)?.registryIds ?? [])];
  return ids.flatMap((id) => copy.agents.find((agent) => agent.id === id) ?? [])[0];
}

class FileRegistry implements Registry {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #limits: AgentLimits;

  constructor(source: string, { clock = systemClock, limits }: RegistryOptions) {
    if (/^[a-z][a-z0-9+.-]+:\/\//i.test(source) && !/^file:/i.test(source)) {
      throw unavailable("The registry's address must begin with http:, https: or file:");
    }
    this.#path = /^file:/i.test(source) ? fileURLToPath(source) : source;
    this.#clock = clock;
    this.#limits = { ...defaultAgentLimits, ...limits };
  }

  async refresh(): Promise<RegistryCopy> {
    const text = await this.#read();
    return { ...parseRegistry(text, this.#path), origin: this.#path, fetchedAtMs: this.#clock.now(), ageMs: 0 };
  }

  async cached(): Promise<RegistryCopy> {
    return this.refresh();
  }

  async #read(): Promise<string> {
    try {
      const text = await readTextWithin(this.#path, this.#limits.registryBytesMax);
      if (text !== undefined) return text;
    } catch (cause) {
      throw unavailable(`The registry ${this.#path} cannot be read: ${(cause as Error).message}`, cause);
    }
    throw unavailable(`The registry ${this.#path} does not exist`);
  }
}

class WebRegistry implements Registry {
  readonly #url: string;
  readonly #origin: string;
  readonly #home: string;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #limits: AgentLimits;

  constructor(url: string, { clock = systemClock, log = silentLog, limits, surroundings }: RegistryOptions) {
    this.#url = url;
    this.#home = createSurroundings(surroundings).parleyHome;
    this.#clock = clock;
    this.#log = log;
    this.#limits = { ...defaultAgentLimits, ...limits };
    try {
      this.#origin = showUrl(parseAddress(url));
    } catch (cause) {
      throw unavailable(`The registry cannot be asked: ${(cause as Error).message}`, cause);
    }
  }

  async cached(): Promise<RegistryCopy | undefined> {
    const cached = await readCache(this.#home, this.#url);
    return cached === undefined ? undefined : this.#toCopy(cached);
  }

  async refresh(signal?: AbortSignal): Promise<RegistryCopy> {
    const cached = await readCache(this.#home, this.#url);
    try {
      const fetched = await this.#fetch(cached, signal);
      const copy = this.#toCopy(fetched);
      await this.#keep(fetched);
      return copy;
    } catch (error) {
      if (signal?.aborted === true) {
        throw new ParleyError({ code: "request_cancelled", message: "The registry was not waited for", cause: error });
      }
      const offline = toUnavailable(error);
      if (cached === undefined) throw offline;
      return { ...this.#toCopy(cached), offline };
    }
  }

  async #fetch(cached: CachedRegistry | undefined, signal: AbortSignal | undefined): Promise<CachedRegistry> {
    const { registryMs, registryBytesMax } = this.#limits;
    const headers = {
      accept: "application/json",
      ...(cached?.etag === undefined ? {} : { "if-none-match": cached.etag }),
    };
    const limits = { bytesMax: registryBytesMax, stallMs: registryMs, totalMs: registryMs };
    const response = await openUrl(this.#url, { headers, signal, ...limits });
    const fetchedAtMs = this.#clock.now();
    if (response.status === 304 && cached !== undefined) {
      await response.close();
      return { ...cached, fetchedAtMs };
    }
    if (response.status !== 200) {
      await response.close();
      throw new FetchFailure(`${this.#origin} answered with status ${response.status}`);
    }
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.chunks) chunks.push(chunk);
    const etag = response.headers.get("etag");
    return { text: Buffer.concat(chunks).toString("utf8"), fetchedAtMs, ...(etag === null ? {} : { etag }) };
  }

  /** A cache that cannot be written is no reason not to answer. */
  async #keep(fetched: CachedRegistry): Promise<void> {
    try {
      await writeCache(this.#home, this.#url, fetched);
    } catch (error) {
      this.#log.write("warn", "The registry could not be kept for later", { error: String(error) });
    }
  }

  #toCopy({ text, fetchedAtMs }: CachedRegistry): RegistryCopy {
    const ageMs = Math.max(0, this.#clock.now() - fetchedAtMs);
    return { ...parseRegistry(text, this.#origin), origin: this.#origin, fetchedAtMs, ageMs };
  }
}

function toUnavailable(error: unknown): ParleyError {
  if (error instanceof ParleyError) return error;
  return unavailable(`The registry is not available: ${error instanceof Error ? error.message : String(error)}`, error);
}

function unavailable(message: string, cause?: unknown): ParleyError {
  const remedy = { label: "Check the address and the network, or give a file" };
  return new ParleyError({ code: "registry_unavailable", message, remedy, cause });
}
