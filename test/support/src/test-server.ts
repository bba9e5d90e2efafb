// The real server on a free port, before a real hub: for tests that speak to it as clients do.
import type { Hub } from "@parley/hub";
import { startServer, type RunningServer, type ServerOptions } from "@parley/server";
import { openTestHub, type TestHubOptions } from "./test-hub.ts";

export interface TestServerOptions
  extends Omit<Partial<ServerOptions>, "hub">, Pick<TestHubOptions, "agents" | "storePath" | "parleyHome" | "cwd"> {
  /** More about the hub. */
  readonly hub?: TestHubOptions | undefined;
}

export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  readonly hub: Hub;
  readonly folder: string;
  readonly server: RunningServer;
  /** With the token. The path begins with a slash. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

const TEST_TOKEN = "test-token-0123456789";

export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { agents, storePath, parleyHome, cwd, hub: hubOptions, ...serverOptions } = options;
  const testHub = await openTestHub({ agents, storePath, parleyHome, cwd, ...hubOptions });
  const { hub, folder } = testHub;
  const token = serverOptions.token ?? TEST_TOKEN;
  let server: RunningServer;
  try {
    server = await startServer({ port: 0, ...serverOptions, token, hub });
  } catch (error) {
    await testHub[Symbol.asyncDispose]();
    throw error;
  }
  return {
    url: server.url,
    token,
    hub,
    folder,
    server,
    fetch: (path, init = {}) => {
      const headers = new Headers(init.headers);
      if (!headers.has("authorization")) headers.set("authorization", `Bearer ${token}`);
      return fetch(`${server.url}${path}`, { ...init, headers });
    },
    async [Symbol.asyncDispose]() {
      await server.close({ graceMs: 0 });
      await testHub[Symbol.asyncDispose]();
    },
  };
}
