// `parley serve`: the hub and its server, until somebody ends it.
import { createHub, type Hub } from "@parley/hub";
import { openLibsqlStore } from "@parley/hub/libsql";
import { DEFAULT_PORT, loadOrCreateToken, startServer, type RunningServer } from "@parley/server";
import { once } from "node:events";
import { join } from "node:path";
import type { Arguments } from "../../arguments/usage.ts";
import { listenForStop, type StopSignals } from "../../client/stop-signals.ts";
import type { CommandContext, Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { say } from "../../output/print.ts";
import { removeServerFile, writeServerFile } from "../../server/server-file.ts";
import type { serveUsage } from "../../usage/serve.ts";
import { VERSION } from "../../version.ts";
import { findExternal } from "./external-agents.ts";
import { ownModes } from "./own-modes.ts";
import { printReady } from "./ready-message.ts";

type ServeArguments = Arguments<typeof serveUsage>;

const GRACE_SECONDS = 10;

export const run: Run<typeof serveUsage> = async (args, context) => {
  using stop = listenForStop();
  const token = await loadOrCreateToken(context.home);
  await using hub = await openHub(args, context);
  await using server = await openServer(args, context, hub, token);
  const { url } = server;
  await writeServerFile(context.home, { url, pid: process.pid, startedAtMs: Date.now() });
  try {
    printReady({ url, token, agents: await hub.agents.list(), isJson: args.flags.json }, context);
    await stopped(stop);
    await end(server, args, stop);
  } finally {
    await removeServerFile(context.home, process.pid);
  }
  return ExitCodes.endTurn;
};

async function openHub({ flags }: ServeArguments, context: CommandContext): Promise<Hub> {
  const { home, log, settings, cwd } = context;
  const store = await openLibsqlStore({ path: join(home, "parley.db"), log });
  try {
    return await createHub({
      store,
      parleyHome: home,
      own: ownModes(),
      external: findExternal(context),
      defaultCwd: cwd,
      ...(flags.agent === undefined ? {} : { defaultAgent: flags.agent }),
      level: settings.level,
      clientInfo: { name: "parley", title: "Parley", version: VERSION },
      log,
    });
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw error;
  }
}

function openServer(
  { flags }: ServeArguments,
  { log }: CommandContext,
  hub: Hub,
  token: string,
): Promise<RunningServer> {
  return startServer({
    hub,
    token,
    ...(flags.host === undefined ? {} : { host: flags.host }),
    port: flags.port ?? DEFAULT_PORT,
    allowRemote: flags["allow-remote"],
    allowedHosts: flags["allow-host"],
    allowedOrigins: flags["allow-origin"],
    log,
  });
}

async function stopped({ asked }: StopSignals): Promise<void> {
  if (!asked.aborted) await once(asked, "abort");
}

/** Running turns may end first, unless somebody insists. */
async function end(server: RunningServer, { flags }: ServeArguments, { insisted }: StopSignals): Promise<void> {
  const graceMs = (flags["grace-seconds"] ?? GRACE_SECONDS) * 1000;
  if (!flags.json) say(`Ending: turns that run have ${graceMs / 1000} s. Ctrl-C again does not wait.`);
  const closed = server.close({ graceMs });
  await Promise.race([closed, insisted.aborted ? undefined : once(insisted, "abort")]);
}
