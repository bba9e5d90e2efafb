// A connection to the hub that owns the sessions of a command.
import type { Remote } from "@parley/remote";
import type { ServerAccess } from "../server/server-access.ts";

/** Closing it ends the connection. A server keeps running; a hub in this process ends with it. */
export interface HubAccess extends AsyncDisposable {
  readonly remote: Remote;
  /** The hub's current address; undefined if it is in this process. */
  readonly server: ServerAccess | undefined;
}

/** This surface's name in the log of a session. */
export const CLIENT = { name: "terminal" };
