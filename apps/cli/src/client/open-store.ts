// The sessions that a command looks at.
import { createFileSessionStore } from "@parley/home/session-log";
import { join } from "node:path";
import type { CommandContext } from "../command.ts";
import type { NamingStore } from "../server/server-store.ts";

/** The sessions of the server, if the command attached to one; else those in files. */
export async function openStore({ home, server }: Pick<CommandContext, "home" | "server">): Promise<NamingStore> {
  if (server === undefined) return createFileSessionStore({ folder: join(home, "sessions") });
  const { openServerStore } = await import("../server/server-store.ts");
  return openServerStore(server);
}
