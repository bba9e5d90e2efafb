// Decides whether a command uses a server. Most homes have no running server, and then nothing more is loaded.
import { ParleyError } from "@parley/base";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CommandContext } from "../command.ts";

export interface AttachFlags {
  readonly server: string | undefined;
  readonly "no-server": boolean;
  readonly "token-file": string | undefined;
}

/** Adds `server` to the context if one is running. A full agent `command` runs locally, because servers know agents by name. */
export async function attach(
  flags: AttachFlags,
  context: CommandContext,
  command?: readonly string[],
): Promise<CommandContext> {
  const { home, settings } = context;
  if (context.server !== undefined) return context;
  if (flags["no-server"] || settings.server === "off") return context;
  if (command !== undefined) {
    if (flags.server === undefined) return context;
    const message = "An agent command after -- cannot be used with a server";
    throw new ParleyError({
      code: "usage",
      message,
      remedy: { label: "Remove --server, or name an agent with --agent" },
    });
  }
  // Importing server-file.ts would load it at every start.
  if (settings.server === "auto" && !existsSync(join(home, "server.json"))) return context;
  const { findServer } = await import("./find-server.ts");
  const server = await findServer({ wanted: settings.server, tokenFile: flags["token-file"], home });
  return server === undefined ? context : { ...context, server };
}
