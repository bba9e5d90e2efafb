// A run whose server is gone: it says so, waits for it to come back, and then gives up.
import { ParleyError } from "@parley/base";
import type { Remote } from "@parley/remote";
import { SERVER_BACK_MS } from "../limits.ts";
import type { RunOutput } from "./run-output.ts";

/** Rejects when the server has not come back in time, or does not accept this client any more. */
export function untilGone(remote: Remote, output: Pick<RunOutput, "note">): Promise<never> {
  return new Promise((_resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    remote.onState((state) => {
      if (state.kind === "wrong_token" || state.kind === "other_version") reject(state.reason);
      else if (state.kind === "connected") {
        clearTimeout(timer);
        timer = undefined;
      } else if (state.kind === "server_gone" && timer === undefined) {
        output.note("The connection to the server was lost; waiting for it to come back.");
        timer = setTimeout(() => reject(gone(state.reason)), SERVER_BACK_MS).unref();
      }
    });
  });
}

function gone(cause: ParleyError): ParleyError {
  const seconds = SERVER_BACK_MS / 1_000;
  const message = `The server did not come back within ${seconds} s: ${cause.message}`;
  const remedy = { label: "See what became of the turn", command: "parley sessions show latest" };
  return new ParleyError({ code: "connection_closed", message, remedy, cause });
}
