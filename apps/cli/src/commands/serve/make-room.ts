// A home has one server: `parley serve` replaces the one in the background, and points to one that runs in a terminal.
import { asInvoked } from "@parley/base";
import { loadOrCreateToken } from "@parley/server";
import type { Arguments } from "../../arguments/usage.ts";
import type { CommandContext } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printNotice } from "../../output/print.ts";
import { findRunning, type ServerPlace } from "@parley/home/running-server";
import { stopServer } from "../../server/stop-server.ts";
import type { serveUsage } from "../../usage/serve.ts";
import { openPage } from "./open-page.ts";
import { formatReady } from "./ready-message.ts";

type ServeArguments = Arguments<typeof serveUsage>;

/** The server that stays; undefined if there is room for a new one. */
export async function makeRoom({ flags }: ServeArguments, { home }: CommandContext): Promise<ServerPlace | undefined> {
  const running = await findRunning(home);
  if (running === undefined || flags.background || running.kind !== "background") return running;
  printNotice(`Replacing the background server (process ${running.pid}); its running turns may finish first.`);
  await stopServer(home, running, { graceSeconds: flags["grace-seconds"] });
  return undefined;
}

/** The link of a server that is running already. */
export async function announceRunning(
  { url, pid }: ServerPlace,
  { flags }: ServeArguments,
  { home, log }: CommandContext,
): Promise<number> {
  const token = await loadOrCreateToken(home);
  const link = `${url}/?token=${token}`;
  if (flags.json || flags.background) process.stdout.write(formatReady({ url, token, pid }));
  else {
    printNotice(`A server is already running for this home (process ${pid}):\n\n  ${link}\n`);
    printNotice(asInvoked("To start it with other flags, stop it first: parley server stop"));
  }
  if (flags.open) await openPage(link, log);
  return ExitCodes.endTurn;
}
