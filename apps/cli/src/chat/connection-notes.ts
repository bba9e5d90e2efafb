// Shows in the chat when its server is gone and when it is back.
import type { ConnectionState, Remote } from "@parley/remote";
import type { ChatHostEvents } from "./chat-host.ts";

export class ConnectionNotes {
  readonly #stop: () => void;
  /** Id of the latest connected server. */
  #instance: string | undefined;

  constructor(remote: Remote, { onChange, print }: ChatHostEvents) {
    this.#instance = instanceOf(remote.state);
    this.#stop = remote.onState((state) => {
      if (state.kind === "connected") {
        const before = this.#instance;
        this.#instance = instanceOf(state);
        if (before !== undefined && this.#instance !== before)
          print({ type: "note", severity: "info", text: "Server restarted, conversation restored." });
      }
      onChange();
    });
  }

  close(): void {
    this.#stop();
  }
}

function instanceOf(state: ConnectionState): string | undefined {
  return state.kind === "connected" ? state.server.instance : undefined;
}

/** For the status line; empty while connected. */
export function describeConnection(state: ConnectionState | undefined): string | undefined {
  switch (state?.kind) {
    case undefined:
    case "connected":
      return undefined;
    case "reconnecting":
      return "Reconnecting…";
    case "server_gone":
      return "The server is not running. Reconnecting…";
    case "wrong_token":
    case "other_version":
    case "closed":
      return state.reason.message;
  }
}
