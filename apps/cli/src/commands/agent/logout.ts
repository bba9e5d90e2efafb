// `parley agent logout`: removes a provider's key, or all keys.
import { signOutAtTerminal } from "@parley/agent/login";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import type { logoutUsage } from "../../usage/agent.ts";

export const run: Run<typeof logoutUsage> = async ({ positionals: [providerId] }, { home, log }) => {
  await signOutAtTerminal({ parleyHome: home, output: process.stderr, providerId, log });
  return ExitCodes.endTurn;
};
