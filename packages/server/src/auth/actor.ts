// Who a caller is in the log of a session: the surface that was used, and the person where a key says so.
import type { ClientConnection, EventActor } from "@parley/acp";
import type { Caller } from "../http/dialect.ts";
import { ACTOR_CHARS_MAX } from "../limits.ts";
import { TOKEN_NAME } from "./key-ring.ts";

/** The server's token belongs to its owner, whose name is not known. */
export function toActor({ name }: Pick<Caller, "name">, surface: string): EventActor {
  return { surface: surface.slice(0, ACTOR_CHARS_MAX), ...(name !== TOKEN_NAME && { person: name }) };
}

/** A client of ACP says what it is. */
export function actorOfClient(caller: Caller, { client }: Partial<Pick<ClientConnection, "client">>): EventActor {
  return toActor(caller, client?.clientInfo?.name ?? "acp");
}
