// `parley server stop`: stops this home's server, whether it runs in the background or in a terminal.
import { asInvoked } from "@parley/base";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printNotice } from "../../output/print.ts";
import { withTilde } from "../../output/with-tilde.ts";
import { findRunning } from "@parley/home/running-server";
import { stopServer } from "../../server/stop-server.ts";
import type { serverStopUsage } from "../../usage/server.ts";

export const run: Run<typeof serverStopUsage> = async ({ flags }, { home }) => {
  const place = await findRunning(home);
  if (place === undefined) {
    printNotice(`No server is running for ${withTilde(home)}`);
    return ExitCodes.endTurn;
  }
  const isStopped = await stopServer(home, place, { graceSeconds: flags["grace-seconds"], ifIdle: flags["if-idle"] });
  if (isStopped) printNotice(`Stopped the server at ${place.url} (process ${place.pid}); sessions are kept`);
  else
    printNotice(asInvoked(`The server at ${place.url} has unfinished turns and was left running: parley turns list`));
  return isStopped ? ExitCodes.endTurn : ExitCodes.unexpected;
};
