// How the state of the connection is called, and what it means.
import type { ConnectionState } from "@parley/remote";

export interface ConnectionWords {
  readonly name: "Connected" | "Reconnecting" | "Offline" | "Signed out";
  /** What the person should know beyond the name. */
  readonly detail?: string | undefined;
}

export function describeConnection(state: ConnectionState): ConnectionWords {
  switch (state.kind) {
    case "connected":
      return { name: "Connected" };
    case "reconnecting":
      return { name: "Reconnecting" };
    case "server_gone":
      return {
        name: "Offline",
        detail: "The server is not responding. You can keep reading; Parley reconnects automatically.",
      };
    case "wrong_token":
      return { name: "Signed out", detail: "This browser is no longer signed in." };
    case "other_version":
      return { name: "Offline", detail: "The server was updated. Reload the page to continue." };
    case "closed":
      return { name: "Offline", detail: "The connection was closed. Reload the page to continue." };
  }
}
