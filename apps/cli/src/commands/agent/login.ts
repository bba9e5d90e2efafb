// `parley agent login`: saves a provider's key for the built-in agent.
import { signInAtTerminal } from "@parley/agent/login";
import { listenForStop } from "../../client/stop-signals.ts";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import type { loginUsage } from "../../usage/agent.ts";

export const run: Run<typeof loginUsage> = async ({ positionals: [providerId] }, { home, log }) => {
  using stop = listenForStop();
  const { stdin: input, stderr: output, env } = process;
  const isSignedIn = await signInAtTerminal({
    parleyHome: home,
    env,
    input,
    output,
    providerId,
    signal: stop.asked,
    log,
  });
  // An open terminal or pipe would keep this process alive; a file has no `unref` and does not need it.
  if ("unref" in input) input.unref();
  return isSignedIn ? ExitCodes.endTurn : ExitCodes.cancelled;
};
