// Combines the watchers of a relay: passes traffic to them, collects their notices, and closes them.
import type { Log } from "@parley/base";
import type { Frame, Observation } from "@parley/observe";
import { setTimeout as delay } from "node:timers/promises";
import { describeError } from "../../describe-error.ts";
import { Observer } from "./observer.ts";
import { WATCHERS_CLOSE_MS_MAX } from "../../limits.ts";

/** Something that observes the traffic; it implements only the callbacks it needs. */
export interface Watcher {
  /** Gets every frame, with the observations made in it. */
  readonly frame?: ((frame: Frame, observations: readonly Observation[]) => void) | undefined;
  /** Gets observations made elsewhere, such as a request that was refused. */
  readonly observation?: ((observation: Observation) => void) | undefined;
  /** Gets the number of messages that were forwarded without being analysed. */
  readonly lost?: ((count: number) => void) | undefined;
  /** A message for the user, for example that the watcher failed to start. */
  readonly notice?: Promise<string> | undefined;
  /** Whether it needs the observations of a frame; a recording does not. */
  readonly needsObservations: boolean;
  close(): Promise<void>;
}

export interface Watchers {
  readonly listeners: readonly ((frame: Frame) => void)[];
  observe(observation: Observation): void;
  lost(count: number): void;
  /** Closes all watchers, without waiting for one that takes too long. */
  close(): Promise<void>;
}

/** `ownFiles`: the files that Parley itself writes, and not the agent. */
export function joinWatchers(watchers: readonly Watcher[], log: Log, ownFiles: readonly string[]): Watchers {
  const observe = (observation: Observation): void => {
    for (const watcher of watchers) watcher.observation?.(observation);
  };
  const isWanted = watchers.some(({ needsObservations }) => needsObservations);
  const observer = isWanted ? new Observer({ ownFiles, onLate: observe, log }) : undefined;
  let observed: readonly Observation[] = [];
  return {
    // Each watcher is a separate listener, so that a failing one does not affect the others; the observer comes first.
    listeners: [
      ...(observer === undefined ? [] : [(frame: Frame) => void (observed = observer.add(frame))]),
      ...watchers.flatMap(({ frame: onFrame }) =>
        onFrame === undefined ? [] : (frame: Frame) => onFrame(frame, observed),
      ),
    ],
    observe,
    lost: (count) => {
      for (const watcher of watchers) watcher.lost?.(count);
    },
    async close() {
      const late = delay(WATCHERS_CLOSE_MS_MAX, undefined, { ref: false });
      const outcomes = await Promise.race([Promise.allSettled(watchers.map((watcher) => watcher.close())), late]);
      if (outcomes === undefined) log.write("warn", "Recording could not be finished in time");
      for (const outcome of outcomes ?? []) {
        if (outcome.status === "rejected") log.write("warn", describeError(outcome.reason));
      }
    },
  };
}
