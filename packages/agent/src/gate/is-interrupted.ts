// Tells a question that the client refused from one that ended with the client.
import { ParleyError } from "@parley/base";
import { untilAborted } from "../waiting/until-aborted.ts";

/** True if the client is gone. Then the session is being closed: nothing is decided or recorded before that has happened. */
export async function isInterrupted(cause: unknown, signal: AbortSignal): Promise<boolean> {
  if (!(cause instanceof ParleyError) || cause.code !== "connection_closed") return false;
  await untilAborted(new Promise<never>(() => undefined), signal);
  return true;
}
