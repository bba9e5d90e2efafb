// The caller's name in a session's log: the surface, and the person if a key names one.
import type { ClientConnection, EventActor } from "@parley/acp";
import type { Caller } from "../http/dialect.ts";
import { ACTOR_CHARS_MAX } from "../limits.ts";
import { TOKEN_NAME } from "./key-ring.ts";

/** The server's token belongs to its owner, whose name is unknown. */
export function toActor({ name }: Pick<Caller, "name">, surface: string): EventActor {
  return { surface: surface.slice(0, ACTOR_CHARS_MAX), ...(name !== TOKEN_NAME && { person: name }) };
}

/** An ACP client reports its name. */
export function actorOfClient(caller: Caller, { client }: Partial<Pick<ClientConnection, "client">>): EventActor {
  return toActor(caller, client?.clientInfo?.name ?? "acp");
}
