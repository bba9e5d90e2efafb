// `parley mcp sign-out`: forgets the sign-in to a remote MCP server.
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice } from "../../output/print.ts";
import type { mcpSignOutUsage } from "../../usage/mcp.ts";
import { findRemote } from "./find-remote.ts";

export const run: Run<typeof mcpSignOutUsage> = async ({ flags, positionals: [name = ""] }, context) => {
  const { url } = await findRemote(name, context);
  const { SignInStore } = await import("@parley/agent/mcp");
  const signedOut = await new SignInStore(context.home, url, context.log).remove();
  if (flags.json) printJson({ name, url, signedOut });
  else
    printNotice(signedOut ? `Signed out of ${name}: its tokens were deleted.` : `You were not signed in to ${name}.`);
  return ExitCodes.endTurn;
};
