// Those who watch a relay, as one: each is a row that says when it is wanted and how it is opened.
import type { Observation } from "@parley/observe";
import type { Frame } from "@parley/observe";

/** Something that hears of the traffic. What it does not care for it leaves out. */
export interface Watcher {
  readonly frame?: ((frame: Frame) => void) | undefined;
  readonly observation?: ((observation: Observation) => void) | undefined;
  readonly lost?: ((count: number) => void) | undefined;
  /** What a person should know of it, for stderr. */
  readonly notice?: string | undefined;
  close(): Promise<void>;
}

export interface Watchers extends AsyncDisposable {
  readonly listeners: readonly ((frame: Frame) => void)[];
  readonly notices: readonly string[];
  observe(observation: Observation): void;
  lost(count: number): void;
}
