// The sessions of a home for commands that list, show or change them: through the running server, or from its store.
import { join } from "node:path";
import type { CommandContext } from "../command.ts";
import type { Sessions } from "../server/server-store.ts";

/** No server is started, and no hub is opened: it would continue the turns that an earlier one left. */
export async function openSessions(context: Pick<CommandContext, "home" | "server" | "log">): Promise<Sessions> {
  const { home, server, log } = context;
  if (server !== undefined) {
    const { openServerSessions } = await import("../server/server-store.ts");
    return openServerSessions(server);
  }
  const { StoredSessions } = await import("./stored-sessions.ts");
  return new StoredSessions({ path: storeIn(home), folder: join(home, "sessions"), log });
}

/** The location of a home's sessions. */
export function storeIn(home: string): string {
  return join(home, "parley.db");
}
