// Those who watch a relay, as one: what they hear, what a person should know of them, and their end.
import type { Log } from "@parley/base";
import type { Frame, Observation } from "@parley/observe";
import { setTimeout as delay } from "node:timers/promises";
import { describeError } from "../../describe-error.ts";
import { Observer } from "./observer.ts";
import { WATCHERS_CLOSE_MS_MAX } from "../../limits.ts";

/** Something that hears of the traffic. What it does not care for it leaves out. */
export interface Watcher {
  /** With what is observed in it. */
  readonly frame?: ((frame: Frame, observations: readonly Observation[]) => void) | undefined;
  /** Observed elsewhere, such as a request that was refused. */
  readonly observation?: ((observation: Observation) => void) | undefined;
  /** Messages that passed unseen. */
  readonly lost?: ((count: number) => void) | undefined;
  /** What a person should know of it, once that is known; it may have failed to begin. */
  readonly notice?: Promise<string> | undefined;
  /** It wants to know what is observed in a frame; a recording does not. */
  readonly needsObservations: boolean;
  close(): Promise<void>;
}

export interface Watchers {
  readonly listeners: readonly ((frame: Frame) => void)[];
  observe(observation: Observation): void;
  lost(count: number): void;
  /** Ends them; one that does not end in time is left behind. */
  close(): Promise<void>;
}

/** `ownFiles`: what we write ourselves, and no agent. */
export function joinWatchers(watchers: readonly Watcher[], log: Log, ownFiles: readonly string[]): Watchers {
  const observe = (observation: Observation): void => {
    for (const watcher of watchers) watcher.observation?.(observation);
  };
  const isWanted = watchers.some(({ needsObservations }) => needsObservations);
  const observer = isWanted ? new Observer({ ownFiles, onLate: observe, log }) : undefined;
  let observed: readonly Observation[] = [];
  return {
    // One by one, so that one that fails fails alone; the first finds out what the others need.
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
