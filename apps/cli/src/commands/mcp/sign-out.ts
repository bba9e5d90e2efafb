// `parley mcp sign-out`: signs out of a remote MCP server, here and at the sign-in server.
import type { SignedOut } from "@parley/agent/mcp";
import { listenForStop } from "../../client/stop-signals.ts";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice } from "../../output/print.ts";
import type { mcpSignOutUsage } from "../../usage/mcp.ts";
import { findRemote } from "./find-remote.ts";

export const run: Run<typeof mcpSignOutUsage> = async ({ flags, positionals: [name = ""] }, context) => {
  const { url } = (await findRemote(name, context)).server;
  const { signOut } = await import("@parley/agent/mcp");
  using stop = listenForStop();
  const outcome = await signOut({ url, parleyHome: context.home, signal: stop.asked, log: context.log });
  if (flags.json) printJson({ name, url, ...outcome });
  else printNotice(describe(name, outcome));
  return ExitCodes.endTurn;
};

function describe(name: string, { signedOut, revoked, why }: SignedOut): string {
  if (!signedOut) return `You were not signed in to ${name}.`;
  if (revoked) return `Signed out of ${name}: its tokens were revoked and deleted.`;
  return `Signed out of ${name}: its tokens were deleted, but could not be revoked (${why}), so they stay valid until they expire.`;
}
