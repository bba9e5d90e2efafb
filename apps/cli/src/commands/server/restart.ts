// `parley server restart`: replaces this home's running server with a new background server.
import { ParleyError } from "@parley/base";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printNotice } from "../../output/print.ts";
import { startBackgroundServer } from "../../client/background-server.ts";
import { findRunning } from "@parley/home/running-server";
import { stopServer } from "../../server/stop-server.ts";
import type { serverRestartUsage } from "../../usage/server.ts";

export const run: Run<typeof serverRestartUsage> = async ({ flags }, { home }) => {
  const running = await findRunning(home);
  if (running !== undefined && running.kind !== "background") {
    const message = `The server at ${running.url} (process ${running.pid}) is running in a terminal`;
    const remedy = { label: "Stop it there with Ctrl-C and start it again, or stop it", command: "parley server stop" };
    throw new ParleyError({ code: "usage", message, remedy });
  }
  if (running !== undefined) await stopServer(home, running, { graceSeconds: flags["grace-seconds"] });
  const { place } = await startBackgroundServer(home);
  printNotice(`${running === undefined ? "Started" : "Restarted"} the server at ${place.url} (process ${place.pid})`);
  return ExitCodes.endTurn;
};
