// `parley serve`: runs the hub and its server until it is stopped.
import { findComplete } from "@parley/agent/complete";
import { identifyThisProcess, loadOrCreateServerSecret } from "@parley/home";
import { createHub, type Hub } from "@parley/hub";
import { openLibsqlStore } from "@parley/hub/libsql";
import { DEFAULT_PORT, loadOrCreateToken, startServer, type RunningServer, type ServerOptions } from "@parley/server";
import { createRemoteAgents } from "@parley/server/remote-agents";
import { once } from "node:events";
import { isIPv6 } from "node:net";
import { join } from "node:path";
import type { Arguments } from "../../arguments/usage.ts";
import { listenForStop, type StopSignals } from "../../client/stop-signals.ts";
import type { CommandContext, Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printLines, printNotice } from "../../output/print.ts";
import { removeServerFile, writeServerFile } from "../../server/server-file.ts";
import type { serveUsage } from "../../usage/serve.ts";
import { VERSION } from "@parley/base";
import { chooseSandbox } from "../../client/choose-sandbox.ts";
import { findExternal, readCurrentAgents } from "./external-agents.ts";
import { findTelemetry } from "./find-telemetry.ts";
import { describeNoModel, lacksModel } from "./lacks-model.ts";
import { openPage } from "./open-page.ts";
import { ownModes } from "./own-modes.ts";
import { drawReady, formatReady } from "./ready-message.ts";
import { readServerKeys } from "../../schemas/server-keys.ts";
import { showOnFeed } from "./show-on-feed.ts";
import { explainLock, explainPort } from "./start-errors.ts";

type ServeArguments = Arguments<typeof serveUsage>;

const GRACE_SECONDS = 10;

export const run: Run<typeof serveUsage> = async (args, context) => {
  using stop = listenForStop();
  const { home, log } = context;
  await checkSandbox(context);
  const [token, secret] = await Promise.all([loadOrCreateToken(home), loadOrCreateServerSecret(home)]);
  await using hub = await openHub(args, context);
  await using server = await openServer(args, context, hub, { token, secret });
  await using feed = args.flags["no-feed"] ? undefined : showOnFeed({ hub, home, port: args.flags["feed-port"], log });
  const here = urlFromHere(args.flags.host, server.port);
  const url = args.flags["base-url"] === undefined ? here : server.url;
  const identity = await identifyThisProcess();
  await writeServerFile(home, { url: here, ...identity, startedAtMs: Date.now(), version: VERSION });
  try {
    if (stop.asked.aborted) return ExitCodes.endTurn;
    if (args.flags.json) process.stdout.write(formatReady({ url, token }));
    else {
      const [agents, watch, isMissing] = await Promise.all([hub.agents.list(), feed?.notice, lacksModel(context)]);
      printLines(drawReady({ url, token, home, agents, watch, lacksModel: isMissing }), context);
    }
    if (args.flags.open) await openPage(`${url}/?token=${token}`, log);
    await stopped(stop);
    return await end(server, hub, args, stop);
  } finally {
    await removeServerFile(home, process.pid);
  }
};

/** A missing sandbox is reported at startup rather than with the first prompt. */
async function checkSandbox({ settings }: CommandContext): Promise<void> {
  if (settings.sandbox === "off") return;
  const { probeSandbox } = await import("@parley/machine/sandbox");
  const state = await probeSandbox();
  if (!state.isAvailable) throw state.error;
}

async function openHub({ flags }: ServeArguments, context: CommandContext): Promise<Hub> {
  const { home, log, settings, cwd } = context;
  const path = join(home, "parley.db");
  const store = await openLibsqlStore({ path, log }).catch((error: unknown) => explainLock(error, home));
  try {
    return await createHub({
      store,
      parleyHome: home,
      own: ownModes(home, log),
      external: findExternal(context),
      defaultCwd: cwd,
      ...(flags.agent === undefined ? {} : { defaultAgent: flags.agent }),
      remoteAgents: createRemoteAgents({ hosts: flags["allow-push"] }),
      level: settings.level,
      sandbox: async (program) => chooseSandbox(context, program, await readCurrentAgents(home)),
      snapshots: settings.snapshots,
      expiresMs: settings.answerTimeoutSeconds * 1_000,
      findComplete: () => findComplete({ parleyHome: home, env: process.env, modelId: settings.model, log }),
      agentIdleMs: settings.agentIdleSeconds * 1_000,
      openMcp: async (servers, folder, signal) =>
        (await import("@parley/agent/mcp")).openMcpOffer(servers, folder, signal, log),
      retention: { sessionsMax: flags["sessions-max"] },
      openTelemetry: await findTelemetry(log),
      clientInfo: { name: "parley", title: "Parley", version: VERSION },
      log,
    });
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw error;
  }
}

async function openServer(
  { flags }: ServeArguments,
  context: CommandContext,
  hub: Hub,
  secrets: Pick<ServerOptions, "token" | "secret">,
): Promise<RunningServer> {
  const { config, log } = context;
  const port = flags.port ?? DEFAULT_PORT;
  try {
    return await startServer({
      hub,
      ...secrets,
      ...(flags.host === undefined ? {} : { host: flags.host }),
      port,
      allowRemote: flags["allow-remote"],
      allowedHosts: flags["allow-host"],
      allowedOrigins: flags["allow-origin"],
      pushHosts: flags["allow-push"],
      keys: readServerKeys(config.user),
      baseUrl: flags["base-url"],
      notice: async () => ((await lacksModel(context)) ? describeNoModel() : undefined),
      log,
    });
  } catch (error) {
    throw explainPort(error, port);
  }
}

/** A wildcard address cannot be connected to, so the loopback address is used instead. */
function urlFromHere(host = "127.0.0.1", port: number): string {
  if (host === "0.0.0.0" || host === "::") return `http://127.0.0.1:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

async function stopped({ asked }: StopSignals): Promise<void> {
  if (!asked.aborted) await once(asked, "abort");
}

/** Running turns may finish first; a second Ctrl-C interrupts them and marks them as interrupted. */
async function end(server: RunningServer, hub: Hub, { flags }: ServeArguments, stop: StopSignals): Promise<number> {
  const graceMs = (flags["grace-seconds"] ?? GRACE_SECONDS) * 1000;
  if (!flags.json)
    printNotice(`Shutting down: waiting up to ${graceMs / 1000} s for running turns. Ctrl-C again to stop now.`);
  const closed = server.close({ graceMs });
  const forced = stop.forced.aborted ? Promise.resolve() : once(stop.forced, "abort");
  const isClosed = await Promise.race([closed.then(() => true), forced.then(() => false)]);
  if (isClosed) return ExitCodes.endTurn;
  // Disposing the hub stops its agents, so the pending close finishes.
  await hub[Symbol.asyncDispose]();
  await closed;
  return ExitCodes.cancelled;
}
