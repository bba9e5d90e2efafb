// A network that reaches some hosts only: the sandbox has no network but a socket, with a proxy behind it that knows the hosts.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDestinations } from "../../network/destination.ts";
import { startGuardedProxy } from "../../network/guarded-proxy.ts";
import { PROXY_CONNECTIONS_MAX, PROXY_IDLE_MS_MAX, REFUSALS_TOLD_MAX } from "../../limits.ts";
import { parseHosts } from "./hosts.ts";

export interface LimitedNetwork extends AsyncDisposable {
  /** The folder of the socket, for the user alone. */
  readonly folder: string;
  readonly socket: string;
}

export interface LimitedNetworkOptions {
  readonly hosts: readonly string[];
  /** Called once for each refused host, with a sentence. */
  readonly onRefused: (why: string) => void;
}

export async function openLimitedNetwork({ hosts: texts, onRefused }: LimitedNetworkOptions): Promise<LimitedNetwork> {
  const hosts = parseHosts(texts);
  const told = new Set<string>();
  const folder = await mkdtemp(join(tmpdir(), "parley-network-"));
  const socket = join(folder, "proxy");
  const proxy = await startGuardedProxy({
    socket,
    destinations: createDestinations({ hosts: hosts.explicit }),
    connectionsMax: PROXY_CONNECTIONS_MAX,
    idleMsMax: PROXY_IDLE_MS_MAX,
    object: (hostname, port) => (hosts.has(hostname, port) ? undefined : "not among the hosts of this sandbox"),
    onRefused: (why) => {
      if (told.has(why) || told.size >= REFUSALS_TOLD_MAX) return;
      told.add(why);
      onRefused(why);
    },
  });
  return {
    folder,
    socket,
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
