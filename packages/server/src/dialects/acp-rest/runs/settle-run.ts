// Waits until a run is over or awaits an answer, and returns it.
import { RunError } from "../errors.ts";
import type { Run, RunEvent } from "../wire.ts";
import { RunFollower, type FollowOptions } from "./follow-run.ts";

type Settling = Pick<FollowOptions, "hub" | "turn" | "beginning">;

/** Rejects when the signal aborts. */
export async function settleRun(options: Settling, signal: AbortSignal): Promise<Run> {
  signal.throwIfAborted();
  let stop: (() => void) | undefined;
  try {
    return await new Promise<Run>((resolve, reject) => {
      let last: RunEvent | undefined;
      const end = (): void => {
        if (last !== undefined && "run" in last) resolve(last.run);
        else
          reject(
            new RunError(
              500,
              "server_error",
              last?.type === "error" ? last.error.message : "The run no longer exists.",
            ),
          );
      };
      const sink = { emit: (event: RunEvent) => void (last = event), flush: () => true, end };
      const follower = new RunFollower({ ...options, sink, isWatching: false, isPatient: true });
      const onAbort = (): void =>
        reject(signal.reason instanceof Error ? signal.reason : new Error("The client disconnected"));
      signal.addEventListener("abort", onAbort, { once: true });
      stop = () => {
        signal.removeEventListener("abort", onAbort);
        follower.close();
      };
      follower.start().catch(reject);
    });
  } finally {
    stop?.();
  }
}
