// Waits until a run is over or awaits an answer, and returns it.
import type { LoggedEvent, Turn, TurnAndEvents } from "@parley/hub";
import { RunError } from "../errors.ts";
import { RunTranslator } from "../translate/run-translator.ts";
import type { Run, RunEvent } from "../wire.ts";
import { RunFollower, type FollowOptions } from "./follow-run.ts";

type Settling = Pick<FollowOptions, "hub" | "turn" | "beginning"> & Pick<TurnAndEvents, "events">;

/** Rejects when the signal aborts. */
export async function settleRun(options: Settling, signal: AbortSignal): Promise<Run> {
  signal.throwIfAborted();
  if (options.events !== undefined) return toRun(options.turn, options.events);
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

/** Of a turn that is over, from all of its events. */
function toRun(turn: Turn, events: readonly LoggedEvent[]): Run {
  const translator = new RunTranslator(turn, () => undefined);
  for (const { event } of events) translator.feed(event);
  translator.ended(turn);
  return translator.run(turn);
}
