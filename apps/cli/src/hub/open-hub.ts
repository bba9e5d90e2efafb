// Opens the hub on this home's store: for `parley serve`, or inside another command.
import { VERSION } from "@parley/base";
import { createHub, type Hub } from "@parley/hub";
import { createRemoteAgents } from "@parley/server/remote-agents";
import { chooseSandbox } from "../client/choose-sandbox.ts";
import type { CommandContext } from "../command.ts";
import { findExternal, readCurrentAgents } from "./external-agents.ts";
import { ownProgram } from "../client/own-agent.ts";
import { findTelemetry } from "./find-telemetry.ts";
import { importEarlier } from "./import-earlier.ts";
import { openStore, type StoreChoice } from "./open-store.ts";
import { openServerKeys } from "./server-keys-file.ts";
import { readNotify } from "../schemas/notify.ts";
import { ownModes } from "./own-modes.ts";

export interface OpenHubOptions extends StoreChoice {
  /** The agent of sessions that name none. */
  readonly defaultAgent?: string | undefined;
  /** This server's address for other servers on the same database (default: reachable on this machine only). */
  readonly nodeHost?: string | undefined;
  /** Private hosts at which remote agents are allowed. */
  readonly remoteHosts?: readonly string[] | undefined;
  /** Beyond this many sessions, the least recently used are deleted (default: no limit). */
  readonly sessionsMax?: number | undefined;
  /**
   * Commands of agents run on a pseudo-terminal, if configured (default: on pipes, because no other surface can type).
   */
  readonly isShared?: boolean | undefined;
  /** Rings the bell, if configured (default: no bell). */
  readonly ring?: (() => void) | undefined;
}

/** Rejects with `store_locked` if another process has the store. */
export async function openHub(context: CommandContext, options: OpenHubOptions = {}): Promise<Hub> {
  const { home, log, settings, cwd } = context;
  const { defaultAgent, nodeHost, remoteHosts, sessionsMax } = options;
  const store = await importEarlier(await openStore(home, options, log), home, log);
  try {
    return await createHub({
      store,
      parleyHome: home,
      nodeHost,
      own: ownModes(home, log),
      external: findExternal(context),
      defaultCwd: cwd,
      defaultAgent,
      remoteAgents: createRemoteAgents({ hosts: remoteHosts }),
      level: settings.level,
      sandbox: async (program) => chooseSandbox(context, program, await readCurrentAgents(home)),
      snapshots: settings.snapshots,
      pty: options.isShared === true && settings.pty,
      expiresMs: settings.answerTimeoutSeconds * 1_000,
      // Loaded when a model is asked, because most sessions never need it.
      findComplete: async () =>
        (await import("@parley/agent/complete")).findComplete({
          parleyHome: home,
          env: process.env,
          modelId: settings.model,
          log,
        }),
      agentIdleMs: settings.agentIdleSeconds * 1_000,
      openMcp: async (servers, folder, signal) =>
        (await import("@parley/agent/mcp")).openMcpOffer(servers, { cwd: folder, parleyHome: home, signal, log }),
      editorTools: ownProgram("editor-tools"),
      retention: { sessionsMax },
      serverKeys: options.isShared === true ? openServerKeys(home) : undefined,
      notify: readNotify(context.config.user, () => options.ring?.()),
      openTelemetry: await findTelemetry(log),
      clientInfo: { name: "parley", title: "Parley", version: VERSION },
      log,
    });
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw error;
  }
}
