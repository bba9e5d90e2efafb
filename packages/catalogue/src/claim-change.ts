// Who may change an agent, or the configuration: one process at a time.
import { type ClaimOptions, createFolder, type Holder, takeClaim } from "@parley/home";
import { ParleyError } from "@parley/base";
import { dirname } from "node:path";

export interface ChangeClaim extends AsyncDisposable {
  /** Throws `agent_busy` if somebody else may have it by now, because this process was asleep for too long. */
  check(): void;
}

/** Rejects with `agent_busy` while another process has it. `what` is what is changed, for a person. */
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
  const hint = holder === undefined ? "" : `. If nothing changes it any more, remove ${holder.path}`;
  const remedy = { label: `Try again when that is done${hint}` };
  return new ParleyError({ code: "agent_busy", message: `${what} is being changed by ${who}`, remedy });
}
