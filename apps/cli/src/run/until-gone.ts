// Handles the loss of a run's server: reports it, waits for the server to come back, then gives up.
import { ParleyError } from "@parley/base";
import type { Remote } from "@parley/remote";
import { SERVER_BACK_MS } from "../limits.ts";
import type { RunOutput } from "./run-output.ts";

/** Rejects when the server has not come back in time, or no longer accepts this client. */
export function untilGone(remote: Remote, output: Pick<RunOutput, "note">): Promise<never> {
  return new Promise((_resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    remote.onState((state) => {
      if (state.kind === "wrong_token" || state.kind === "other_version") reject(state.reason);
      else if (state.kind === "connected") {
        clearTimeout(timer);
        timer = undefined;
      } else if (state.kind === "server_gone" && timer === undefined) {
        output.note("Lost the connection to the server; waiting for it to come back.");
        timer = setTimeout(() => reject(gone(state.reason)), SERVER_BACK_MS).unref();
      }
    });
  });
}

function gone(cause: ParleyError): ParleyError {
  const seconds = SERVER_BACK_MS / 1_000;
  const message = `The server did not come back within ${seconds} s: ${cause.message}`;
  const remedy = { label: "Check on the turn", command: "parley sessions show latest" };
  return new ParleyError({ code: "connection_closed", message, remedy, cause });
}
