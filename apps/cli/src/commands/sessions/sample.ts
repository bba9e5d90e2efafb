// `parley sessions sample`: creates a session to try things out, in its own folder.
import { asInvoked } from "@parley/base";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { connectHub } from "../../hub/connect-hub.ts";
import { printJson, printText } from "../../output/print.ts";
import { attach } from "../../server/attach.ts";
import { toSessionInfo } from "../../server/to-session-info.ts";
import type { sessionsSampleUsage } from "../../usage/sessions.ts";
import { toSessionJson } from "./session-json.ts";

export const run: Run<typeof sessionsSampleUsage> = async ({ flags }, alone) => {
  await using access = await connectHub(flags, await attach(flags, alone));
  const session = toSessionInfo(await access.remote.request("sessions/createSample", {}));
  if (flags.json) printJson(toSessionJson(session));
  else
    printText(
      asInvoked(
        `Created session ${session.id} with a small project in ${session.cwd}\nOpen it: parley sessions resume ${session.id}`,
      ),
    );
  return ExitCodes.endTurn;
};
