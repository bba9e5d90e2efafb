// Starts MCP servers for a test, and keeps what was said about them.
import type { McpServer } from "@parley/acp";
import { silentLog, type Log } from "@parley/base";
import { createMcpServers, type CreateMcpServersOptions } from "../create-mcp-servers.ts";
import type { McpStatus } from "../../commands/command.ts";
import type { McpServers } from "../mcp-servers.ts";

export interface StartedServers extends AsyncDisposable {
  readonly servers: McpServers;
  /** `severity: text`, in order. */
  readonly notices: readonly string[];
  readonly changes: () => number;
  /** Resolves when a change has made it true. */
  until(what: (servers: McpServers) => boolean): Promise<void>;
  state(name: string): McpStatus["state"] | undefined;
}

/** Reconnecting must not take long in a test. */
const QUICK = { reconnectDelayMs: 20, reconnectDelayMsMax: 50, listChangeMs: 10, signInPollMs: 20 };

export function startServers(
  servers: readonly McpServer[],
  options: Partial<CreateMcpServersOptions> & { readonly cwd: string },
): StartedServers {
  const notices: string[] = [];
  let changes = 0;
  let listeners: (() => void)[] = [];
  const log: Log = options.log ?? silentLog;
  const started = createMcpServers({
    ...options,
    servers,
    log,
    limits: { ...QUICK, ...options.limits },
    notice: (severity, text) => notices.push(`${severity}: ${text}`),
    onChange: () => {
      changes += 1;
      for (const listener of listeners) listener();
    },
  });
  return {
    servers: started,
    notices,
    changes: () => changes,
    state: (name) => started.status.find((status) => status.name === name)?.state,
    until: (what) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!what(started)) return;
          listeners = listeners.filter((listener) => listener !== look);
          resolve();
        };
        listeners = [...listeners, look];
        look();
      }),
    [Symbol.asyncDispose]: () => started[Symbol.asyncDispose](),
  };
}
