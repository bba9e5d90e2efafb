// Changes a file that several processes share, one process at a time.
import { ParleyError } from "@parley/base";
import { takeClaim, type Holder } from "./claims.ts";
import { CHANGE_AGE_MS, CHANGE_WAIT_MS } from "../limits.ts";

/** Rejects with `file_denied` if others take too long. The folder of `path` must exist. */
export async function changeAlone<T>(
  path: string,
  change: () => Promise<T>,
  { waitMs = CHANGE_WAIT_MS }: { readonly waitMs?: number } = {},
): Promise<T> {
  const claim = await takeClaim(path, { waitMs, ageMs: CHANGE_AGE_MS });
  if (!("release" in claim)) throw denied(path, claim);
  try {
    return await change();
  } finally {
    claim.release();
  }
}

function denied(path: string, { path: claim, process: owner }: Holder): ParleyError {
  const who = owner === undefined ? "another process" : `another process (pid ${owner.pid} on ${owner.host})`;
  const remedy = { label: `If no other Parley is running, delete ${claim}` };
  return new ParleyError({ code: "file_denied", message: `${path} is held by ${who}`, remedy });
}
