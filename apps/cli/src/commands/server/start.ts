// `parley server start`: starts this home's server in the background.
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice } from "../../output/print.ts";
import { startBackgroundServer } from "../../client/background-server.ts";
import type { serverStartUsage } from "../../usage/server.ts";

export const run: Run<typeof serverStartUsage> = async ({ flags }, { home }) => {
  const idle = flags["idle-exit"];
  const { place, isNew } = await startBackgroundServer(home, {
    flags: idle === undefined ? [] : [`--idle-exit=${idle}`],
  });
  const { url, pid, kind } = place;
  if (flags.json) printJson({ url, pid, kind, started: isNew });
  else
    printNotice(
      isNew
        ? `Started the server at ${url} (process ${pid})`
        : `A server is already running at ${url} (process ${pid})`,
    );
  return ExitCodes.endTurn;
};
