// Starts the server: one port in front of a hub.
import { isLoopbackHost, ParleyError, silentLog, type Clock, type Log } from "@parley/base";
import type { Hub } from "@parley/hub";
import { assemble, type ServerParts } from "./assemble.ts";
import { hostOf } from "./auth/hosts.ts";
import type { KeyOption, KeySource } from "./auth/key-ring.ts";
import type { CreateDialect, Dialect } from "./http/dialect.ts";
import { closeHttpServer, listen } from "./http/listen.ts";
import { DRAIN_GRACE_MS, type ServerLimits } from "./limits.ts";
import type { ServerFacts, ServerProcess } from "./http/server-facts.ts";
import { isWorking } from "./operations/server/work.ts";

export interface ServerOptions {
  readonly hub: Hub;
  /** Default: 127.0.0.1. */
  readonly host?: string | undefined;
  /** Default: 4717; 0 selects a free one. */
  readonly port?: number | undefined;
  /** Allow other machines to connect. */
  readonly allowRemote?: boolean | undefined;
  /** Gives full access. */
  readonly token: string;
  readonly keys?: readonly KeyOption[] | KeySource | undefined;
  /** Signs cookies, and proves the server's identity to programs with the same home folder (default: random). */
  readonly secret?: string | undefined;
  /** Further host names of the server. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Its settings, for clients that may see them. */
  readonly settings?: ServerFacts["settings"];
  /** A notice for users, such as that no model is configured; read each time. */
  readonly notice?: (() => Promise<string | undefined>) | undefined;
  /** Folder of the built page (apps/web). Without it, `/` says so. */
  readonly pageFolder?: string | undefined;
  /** Further origins that may use the server; `https://*.board.example` allows everything below a domain, `vscode-webview://*` a whole scheme. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /**
   * Private hosts to which push notifications may be sent. Default: none, because every client that may prompt could
   * reach them.
   */
  readonly pushHosts?: readonly string[] | undefined;
  /** Default: all. */
  readonly dialects?: readonly CreateDialect[] | undefined;
  readonly log?: Log | undefined;
  readonly clock?: Clock | undefined;
  readonly limits?: Partial<ServerLimits> | undefined;
  /** Public URL, when behind a proxy. */
  readonly baseUrl?: string | undefined;
  /** The process around it, which a client with full access may stop. */
  readonly process?: ServerProcess | undefined;
}

export interface RunningServer extends AsyncDisposable {
  /** The URL for clients, without a final slash. */
  readonly url: string;
  readonly port: number;
  /** Resolves with the time since it was last used; 0 while it has a client, an unfinished turn or an open question. */
  idleMs(): Promise<number>;
  /** Refuses new requests, waits up to the grace period for running turns, ends streams so that they can resume, then closes. The hub is drained but not closed. */
  close(options?: { readonly graceMs?: number | undefined }): Promise<void>;
}

export const DEFAULT_PORT = 4717;
const DEFAULT_HOST = "127.0.0.1";

/** Rejects with `bad_config` if it cannot or must not listen there. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { host = DEFAULT_HOST, port = DEFAULT_PORT, log = silentLog } = options;
  if (!isLoopbackHost(host) && options.allowRemote !== true) throw beyondLoopback(host);
  const parts = assemble({ ...options, host });
  const { server, place } = parts;
  try {
    place.port = (await listen(server, host, port)).port;
  } catch (error) {
    await release(parts, log);
    throw error;
  }
  place.url = (options.baseUrl ?? `http://${hostOf(toReach(host))}:${place.port}`).replace(/\/+$/, "");
  server.on("error", (error) => log.write("error", "the server's port failed", { error: String(error) }));

  let closed: Promise<void> | undefined;
  const close: RunningServer["close"] = ({ graceMs = DRAIN_GRACE_MS } = {}) =>
    (closed ??= closeServer(parts, options.hub, graceMs, log));
  const idleMs = async (): Promise<number> => {
    if (await isWorking(options.hub)) parts.activity.answered("");
    return parts.activity.idleMs;
  };
  return { url: place.url, port: place.port, idleMs, close, [Symbol.asyncDispose]: () => close({ graceMs: 0 }) };
}

/** Clients cannot connect to a wildcard address; `baseUrl` is for other machines. */
function toReach(host: string): string {
  if (host === "0.0.0.0") return DEFAULT_HOST;
  return host === "::" ? "::1" : host;
}

async function closeServer(parts: ServerParts, hub: Hub, graceMs: number, log: Log): Promise<void> {
  parts.draining.abort();
  try {
    await hub.drain({ graceMs });
  } finally {
    parts.streams.endAll();
    await release(parts, log);
    parts.upgrades.destroyAll();
    await closeHttpServer(parts.server, parts.limits.closeMs);
  }
}

async function release({ dialects, streams, metrics, limits }: ServerParts, log: Log): Promise<void> {
  await Promise.all(dialects.map((dialect) => closeDialect(dialect, limits.closeMs, log)));
  streams.close();
  metrics.close();
}

/** A dialect that fails or hangs does not keep the server from closing. */
async function closeDialect(dialect: Dialect, closeMs: number, log: Log): Promise<void> {
  const given = AbortSignal.timeout(closeMs);
  const late = new Promise<never>((_resolve, reject) => {
    given.addEventListener("abort", () => reject(new Error(`closing took longer than ${closeMs} ms`)), { once: true });
  });
  try {
    await Promise.race([dialect.close?.(), late]);
  } catch (error) {
    log.write("error", "a dialect could not be closed", { dialect: dialect.name, error: String(error) });
  }
}

function beyondLoopback(host: string): ParleyError {
  const message = `${host} is reachable from other machines, and anyone with the token can run programs on this one. Pass --allow-remote to confirm`;
  return new ParleyError({ code: "bad_config", message });
}
