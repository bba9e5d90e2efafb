// Finds the server that a chat or a run uses, and starts this home's in the background if none is running.
import { VERSION } from "@parley/base";
import type { CommandContext } from "../command.ts";
import { attach, type AttachFlags } from "../server/attach.ts";
import type { ServerAccess } from "../server/server-access.ts";

/** Without `server`, the hub is opened in this process: with `--no-server`, and for a command that an agent started. */
export async function attachOrStart(
  flags: AttachFlags,
  alone: CommandContext,
  signal?: AbortSignal,
): Promise<CommandContext> {
  const context = await attach(flags, alone, { isQuiet: true });
  const { home, server, settings } = context;
  if (flags["no-server"] || settings.server !== "auto" || (server !== undefined && isCurrent(server))) return context;
  const { mayStartServer, startBackgroundServer } = await import("../client/background-server.ts");
  if (!mayStartServer()) return context;
  await startBackgroundServer(home, { signal });
  return attach(flags, alone);
}

/** A background server of an older version makes room for this one's, if it has no unfinished turn. */
function isCurrent({ backgroundVersion = VERSION }: ServerAccess): boolean {
  return backgroundVersion === VERSION;
}
