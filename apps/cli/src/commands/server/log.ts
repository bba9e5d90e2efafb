// `parley server log`: the last lines of the background server's log.
import { asInvoked, neutralise } from "@parley/base";
import { readTextWithin } from "@parley/home";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printNotice } from "../../output/print.ts";
import { withTilde } from "../../output/with-tilde.ts";
import { serverLogIn } from "../../server/server-log.ts";
import { LOG_BYTES_MAX } from "../../limits.ts";
import type { serverLogUsage } from "../../usage/server.ts";

const LINES = 50;

export const run: Run<typeof serverLogUsage> = async ({ flags }, { home }) => {
  const path = serverLogIn(home);
  const text = await readTextWithin(path, 2 * LOG_BYTES_MAX);
  if (text === undefined || text === "") {
    const place = withTilde(path);
    printNotice(
      text === undefined
        ? asInvoked(`${place} does not exist yet: parley server start creates it`)
        : `${place} is empty`,
    );
    return ExitCodes.endTurn;
  }
  const lines = text
    .trimEnd()
    .split("\n")
    .slice(-(flags.lines ?? LINES));
  process.stdout.write(`${neutralise(lines.join("\n"))}\n`);
  return ExitCodes.endTurn;
};
