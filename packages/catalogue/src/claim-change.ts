// Lets one process at a time change an agent or the configuration.
import { type ClaimOptions, createFolder, type Holder, takeClaim } from "@parley/home";
import { ParleyError } from "@parley/base";
import { dirname } from "node:path";

export interface ChangeClaim extends AsyncDisposable {
  /** Throws `agent_busy` if another process may hold the claim by now, because this one was suspended for too long. */
  check(): void;
}

/** Rejects with `agent_busy` while another process holds it. `what` names the thing that is changed, for the message. */
export async function claimChange(path: string, what: string, options: ClaimOptions): Promise<ChangeClaim> {
  await createFolder(dirname(path));
  const claim = await takeClaim(path, options);
  if (!("release" in claim)) throw busy(what, claim);
  return {
    check() {
      if (!claim.isHeld()) throw busy(what);
    },
    [Symbol.asyncDispose]: () => claim[Symbol.asyncDispose](),
  };
}

function busy(what: string, holder?: Holder): ParleyError {
  const who = holder?.process === undefined ? "another process" : `process ${holder.process.pid}`;
  const hint = holder === undefined ? "" : `. If no process is changing it, remove ${holder.path}`;
  const remedy = { label: `Try again when it has finished${hint}` };
  return new ParleyError({ code: "agent_busy", message: `${what} is being changed by ${who}`, remedy });
}
