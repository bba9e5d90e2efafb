// Opens the session store that a command uses.
import { createFileSessionStore } from "@parley/home/session-log";
import { join } from "node:path";
import type { CommandContext } from "../command.ts";
import type { NamingStore } from "../server/server-store.ts";

/** The server's sessions if the command uses a server, otherwise those in files. */
export async function openStore({ home, server }: Pick<CommandContext, "home" | "server">): Promise<NamingStore> {
  if (server === undefined) return createFileSessionStore({ folder: join(home, "sessions") });
  const { openServerStore } = await import("../server/server-store.ts");
  return openServerStore(server);
}
