// The registry of ACP agents: downloaded on request, otherwise read from the cache.
import { readTextWithin } from "@parley/home";
import { ParleyError, silentLog, systemClock, type Clock, type Log } from "@parley/base";
import { fileURLToPath } from "node:url";
import { isSafeId } from "../fields.ts";
import { FetchFailure, openUrl, parseAddress } from "../http/open-url.ts";
import { showUrl } from "../http/show-url.ts";
import { defaultAgentLimits, ID_CHARS_MAX, type AgentLimits } from "../limits.ts";
import { findKnownAgent } from "../known/known-agents.ts";
import { createHostEnvironment, type HostEnvironment } from "../programs/host-environment.ts";
import { parseRegistry, type ParsedRegistry } from "./parse-registry.ts";
import { readCache, writeCache, type CachedRegistry } from "./registry-cache.ts";
import type { RegistryAgent } from "./registry-agent.ts";

export const DEFAULT_REGISTRY_URL = "https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json";

export interface RegistryOptions {
  /** An http, https or file URL, or a path. */
  readonly source?: string | undefined;
  readonly host?: Partial<HostEnvironment> | undefined;
  readonly log?: Log | undefined;
  readonly clock?: Clock | undefined;
  readonly limits?: Partial<AgentLimits> | undefined;
}

/** The registry at a point in time. */
export interface RegistryCopy extends ParsedRegistry {
  /** Where it is from, without secrets. */
  readonly origin: string;
  readonly fetchedAtMs: number;
  /** Its age; 0 if it was just downloaded. */
  readonly ageMs: number;
  /** Why an old copy is used. */
  readonly offline?: ParleyError | undefined;
}

export interface Registry {
  /** Downloads the registry; if that fails, returns the cached copy. Rejects with `registry_unavailable` without one. */
  refresh(signal?: AbortSignal): Promise<RegistryCopy>;
  /** The cached copy, if any. Does not use the network. */
  cached(): Promise<RegistryCopy | undefined>;
}

export function createRegistry(options: RegistryOptions = {}): Registry {
  const source = options.source ?? DEFAULT_REGISTRY_URL;
  return /^https?:/i.test(source) ? new WebRegistry(source, options) : new FileRegistry(source, options);
}

/** Throws `usage`: no agent of any registry has such a name, so that none needs to be asked. */
export function checkRegistryName(name: string): void {
  if (isSafeId(name)) return;
  const shown = JSON.stringify(name.slice(0, ID_CHARS_MAX));
  const message = `${shown} is not the name of an agent: lower-case letters, digits and dashes, at most ${ID_CHARS_MAX}`;
  const remedy = { label: "List known agents", command: "parley agents list --all" };
  throw new ParleyError({ code: "usage", message, remedy });
}

/** By its id, or by the name of the known agent with that id. */
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
      throw unavailable("The registry URL must start with http:, https: or file:");
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
    throw unavailable(`The registry ${this.#path} not found`);
  }
}

class WebRegistry implements Registry {
  readonly #url: string;
  readonly #origin: string;
  readonly #home: string;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #limits: AgentLimits;

  constructor(url: string, { clock = systemClock, log = silentLog, limits, host }: RegistryOptions) {
    this.#url = url;
    this.#home = createHostEnvironment(host).parleyHome;
    this.#clock = clock;
    this.#log = log;
    this.#limits = { ...defaultAgentLimits, ...limits };
    try {
      this.#origin = showUrl(parseAddress(url));
    } catch (cause) {
      throw unavailable(`The registry URL is invalid: ${(cause as Error).message}`, cause);
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
        throw new ParleyError({
          code: "request_cancelled",
          message: "Loading the registry was cancelled",
          cause: error,
        });
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
      throw new FetchFailure(`${this.#origin} responded with status ${response.status}`);
    }
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.chunks) chunks.push(chunk);
    const etag = response.headers.get("etag");
    return { text: Buffer.concat(chunks).toString("utf8"), fetchedAtMs, ...(etag === null ? {} : { etag }) };
  }

  /** A failure to write the cache is only logged. */
  async #keep(fetched: CachedRegistry): Promise<void> {
    try {
      await writeCache(this.#home, this.#url, fetched);
    } catch (error) {
      this.#log.write("warn", "Could not write the registry cache", { error: String(error) });
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
  const remedy = { label: "Check the URL and the network, or use a local file" };
  return new ParleyError({ code: "registry_unavailable", message, remedy, cause });
}
