// `parley serve`: runs the hub and its server until it is stopped.
import { identifyThisProcess, loadOrCreateServerSecret } from "@parley/home";
import type { Hub } from "@parley/hub";
import {
  DEFAULT_PORT,
  loadOrCreateToken,
  parseOriginPatterns,
  startServer,
  type RunningServer,
  type ServerOptions,
  type ServerProcess,
} from "@parley/server";
import { once } from "node:events";
import { isIPv6 } from "node:net";
import type { Arguments } from "../../arguments/usage.ts";
import { listenForStop, type StopSignals } from "../../client/stop-signals.ts";
import type { CommandContext, Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printLines, printNotice } from "../../output/print.ts";
import { removeServerFile, writeServerFile } from "@parley/home/running-server";
import { formatFailure } from "../../server/start-failure.ts";
import type { serveUsage } from "../../usage/serve.ts";
import { SERVER_PROTOCOL, VERSION } from "@parley/base";
import { openHub } from "../../hub/open-hub.ts";
import { describeNoModel, lacksModel } from "./lacks-model.ts";
import { showDatabase, takeDatabase } from "./chosen-database.ts";
import { findBuiltPage } from "./built-page.ts";
import { openPage } from "./open-page.ts";
import { drawReady, formatReady } from "./ready-message.ts";
import { readServerKeys } from "../../schemas/server-keys.ts";
import { showOnFeed } from "./show-on-feed.ts";
import { showSettings } from "./shown-settings.ts";
import { announceRunning, makeRoom } from "./make-room.ts";
import { explainLock, explainPort, isPortTaken } from "./start-errors.ts";
import { StopRequest, whenIdle } from "./when-to-stop.ts";
import { setV8Flag, V8_OF_NODE_20 } from "../../v8-flags.ts";

type ServeArguments = Arguments<typeof serveUsage>;

const GRACE_SECONDS = 10;
const IDLE_SECONDS = 15 * 60;
const IDLE_SECONDS_CI = 10;
/**
 * V8 compiles a function for speed after it has run this many bytes of bytecode (by default 67,584 in Node 20; later
 * ones have no such flag). With the default, functions that a turn uses once or twice are eventually compiled, and take
 * more memory than sessions do (docs/decisions/0068-less-compiled-code.md).
 */
const COMPILE_AFTER = { flag: "--interrupt-budget=1200000", subject: /interrupt[-_]budget/ };

export const run: Run<typeof serveUsage> = async (args, context) => {
  try {
    return await serve(args, context);
  } catch (error) {
    if (args.flags.background) writeToStarter(formatFailure(error));
    throw error;
  }
};

async function serve(args: ServeArguments, context: CommandContext): Promise<number> {
  using stop = listenForStop();
  setV8Flag(COMPILE_AFTER.flag, COMPILE_AFTER.subject, V8_OF_NODE_20);
  const { home, log } = context;
  // Before a running server is replaced.
  parseOriginPatterns(args.flags["allow-origin"] ?? []);
  readServerKeys(context.config.user);
  await checkSandbox(context);
  const running = await makeRoom(args, context);
  if (running !== undefined) return await announceRunning(running, args, context);
  const [token, secret] = await Promise.all([loadOrCreateToken(home), loadOrCreateServerSecret(home)]);
  const request = new StopRequest(stop.asked);
  const about = toServerProcess(args, request);
  const database = takeDatabase(args.flags.database);
  await using hub = await openHubForServer(args, context, database);
  hub.nodes.onDrain(() => request.make(undefined));
  await using server = await openServer(args, context, hub, { token, secret, process: about });
  await using feed = args.flags["no-feed"] ? undefined : showOnFeed({ hub, home, port: args.flags["feed-port"], log });
  const here = urlFromHere(args.flags.host, server.port);
  const url = args.flags["base-url"] === undefined ? here : server.url;
  const { kind, startedAtMs } = about;
  const identity = await identifyThisProcess();
  await writeServerFile(home, {
    url: here,
    ...identity,
    startedAtMs,
    version: VERSION,
    protocol: SERVER_PROTOCOL,
    kind,
  });
  try {
    if (stop.asked.aborted) return ExitCodes.endTurn;
    if (args.flags.json || kind === "background") writeToStarter(formatReady({ url, token }));
    else {
      const [agents, watch, isMissing] = await Promise.all([hub.agents.list(), feed?.notice, lacksModel(context)]);
      printLines(
        drawReady({ url, token, home, agents, watch, lacksModel: isMissing, database: await showDatabase(database) }),
        context,
      );
    }
    if (args.flags.open) await openPage(`${url}/?token=${token}`, log);
    await request.until(whenIdle(server, about, kind === "background" ? home : undefined));
    return await end(server, hub, { args, stop, graceMs: request.graceMs });
  } finally {
    await removeServerFile(home, process.pid);
  }
}

/** A background server stops when it is idle, sooner on a build machine, where each job has a home of its own. */
function toServerProcess({ flags }: ServeArguments, request: StopRequest): ServerProcess {
  const isCi = (process.env["CI"] ?? "") !== "";
  const idleSeconds = flags["idle-exit"] ?? (flags.background ? (isCi ? IDLE_SECONDS_CI : IDLE_SECONDS) : undefined);
  return {
    kind: flags.background ? "background" : "foreground",
    startedAtMs: Date.now(),
    idleExitMs: idleSeconds === undefined ? undefined : idleSeconds * 1_000,
    stop: ({ graceMs }) => request.make(graceMs),
  };
}

/** The command that starts a background server reads one line and exits; a later write must not end the server. */
function writeToStarter(line: string): void {
  process.stdout.on("error", () => undefined);
  process.stdout.write(line);
}

/** A missing sandbox is reported at startup rather than with the first prompt. */
async function checkSandbox({ settings }: CommandContext): Promise<void> {
  if (settings.sandbox === "off") return;
  const { probeSandbox } = await import("@parley/machine/sandbox");
  const state = await probeSandbox();
  if (!state.isAvailable) throw state.error;
}

async function openHubForServer(
  { flags }: ServeArguments,
  context: CommandContext,
  database: string | undefined,
): Promise<Hub> {
  const { agent: defaultAgent, "allow-push": remoteHosts, "sessions-max": sessionsMax, "node-host": nodeHost } = flags;
  const { "node-place": nodePlace } = flags;
  try {
    const leaseMs = toMs(flags["lease-seconds"]);
    return await openHub(context, {
      database,
      leaseMs,
      nodeHost,
      nodePlace,
      defaultAgent,
      remoteHosts,
      sessionsMax,
      ring,
      isShared: true,
    });
  } catch (error) {
    throw database === undefined ? await explainLock(error, context.home) : error;
  }
}

function toMs(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1_000;
}

/** A background server has no terminal. */
function ring(): void {
  if (process.stderr.isTTY) process.stderr.write("\u0007");
}

async function openServer(
  { flags }: ServeArguments,
  context: CommandContext,
  hub: Hub,
  more: Pick<ServerOptions, "token" | "secret" | "process">,
): Promise<RunningServer> {
  const { log } = context;
  const options: ServerOptions = {
    hub,
    ...more,
    ...(flags.host === undefined ? {} : { host: flags.host }),
    allowRemote: flags["allow-remote"],
    allowedHosts: flags["allow-host"],
    allowedOrigins: flags["allow-origin"],
    pushHosts: flags["allow-push"],
    keys: hub.keys,
    baseUrl: flags["base-url"],
    pageFolder: findBuiltPage(),
    settings: showSettings(context),
    notice: async () => ((await lacksModel(context)) ? describeNoModel() : undefined),
    log,
  };
  const port = flags.port ?? DEFAULT_PORT;
  try {
    return await startServer({ ...options, port });
  } catch (error) {
    if (flags.background && flags.port === undefined && isPortTaken(error)) return startServer({ ...options, port: 0 });
    throw explainPort(error, port);
  }
}

/** A wildcard address cannot be connected to, so the loopback address is used instead. */
function urlFromHere(host = "127.0.0.1", port: number): string {
  if (host === "0.0.0.0" || host === "::") return `http://127.0.0.1:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

interface EndOptions {
  readonly args: ServeArguments;
  readonly stop: StopSignals;
  readonly graceMs: number | undefined;
}

/** Running turns may finish first; a second Ctrl-C interrupts them and marks them as interrupted. */
async function end(server: RunningServer, hub: Hub, { args: { flags }, stop, graceMs }: EndOptions): Promise<number> {
  const grace = graceMs ?? (flags["grace-seconds"] ?? GRACE_SECONDS) * 1_000;
  if (!flags.json && !flags.background) {
    printNotice(`Shutting down: waiting up to ${grace / 1_000} s for running turns. Ctrl-C again to stop now.`);
  }
  const closed = server.close({ graceMs: grace });
  const forced = stop.forced.aborted ? Promise.resolve() : once(stop.forced, "abort");
  const isClosed = await Promise.race([closed.then(() => true), forced.then(() => false)]);
  if (isClosed) return ExitCodes.endTurn;
  // Disposing the hub stops its agents, so the pending close finishes.
  await hub[Symbol.asyncDispose]();
  await closed;
  return ExitCodes.cancelled;
}
