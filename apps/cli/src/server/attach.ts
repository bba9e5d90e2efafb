// Decides whether a command uses a server. Most homes have no running server, and then nothing more is loaded.
import { ParleyError } from "@parley/base";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CommandContext } from "../command.ts";
import type { ServerRequest } from "./find-server.ts";

export interface AttachFlags {
  readonly server: string | undefined;
  readonly "no-server": boolean;
  readonly "token-file": string | undefined;
}

/** Adds `server` to the context if one is running. */
export async function attach(
  flags: AttachFlags,
  context: CommandContext,
  { isQuiet }: Pick<ServerRequest, "isQuiet"> = {},
): Promise<CommandContext> {
  const { home, settings } = context;
  if (context.server !== undefined) return context;
  if (flags["no-server"] && flags.server !== undefined) throw conflict();
  if (flags["no-server"] || settings.server === "off") return context;
  // Importing server-file.ts would load it at every start.
  if (settings.server === "auto" && !existsSync(join(home, "server.json"))) return context;
  const { findServer } = await import("./find-server.ts");
  const server = await findServer({ wanted: settings.server, tokenFile: flags["token-file"], home, isQuiet });
  return server === undefined ? context : { ...context, server };
}

function conflict(): ParleyError {
  const remedy = { label: "Remove one of them" };
  return new ParleyError({ code: "usage", message: "--server and --no-server cannot be used together", remedy });
}
