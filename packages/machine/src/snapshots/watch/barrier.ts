// Waits until every change made so far has been reported. Events arrive in the order of the changes, so a change of our own,
// made now to a file that only we know, is reported after all of them.
import { createId } from "@parley/base";
import { closeSync, constants, futimesSync, openSync, unlinkSync, watch, type FSWatcher } from "node:fs";
import { join } from "node:path";
import { BARRIER_MS } from "../../limits.ts";
import { eventMeter } from "./event-meter.ts";

const { O_CREAT, O_EXCL, O_RDWR } = constants;
const PRIVATE_MODE = 0o600;

class Barrier {
  readonly #fd: number;
  readonly #watcher: FSWatcher;
  #crossing: Promise<boolean> | undefined;
  #next: Promise<boolean> | undefined;
  #onEvent: (() => void) | undefined;

  /** Throws if the system has no watch left. */
  constructor(folder: string) {
    const path = join(folder, `.watch-${createId()}`);
    this.#fd = openSync(path, O_RDWR | O_CREAT | O_EXCL, PRIVATE_MODE);
    try {
      // Without a name no other process can change it, and nothing is left behind.
      unlinkSync(path);
      this.#watcher = watch(`/proc/self/fd/${this.#fd}`, { persistent: false }, () => {
        eventMeter.count();
        this.#onEvent?.();
      });
      this.#watcher.on("error", () => undefined); // Without reports, crossing fails.
    } catch (error) {
      closeSync(this.#fd);
      throw error;
    }
  }

  /** False if the system reports nothing. Calls during one crossing share the next. */
  cross(): Promise<boolean> {
    if (this.#crossing === undefined) return this.#begin();
    this.#next ??= this.#crossing.then(() => {
      this.#next = undefined;
      return this.#begin();
    });
    return this.#next;
  }

  close(): void {
    this.#watcher.close();
    closeSync(this.#fd);
  }

  #begin(): Promise<boolean> {
    let isOver = false;
    this.#crossing = new Promise<boolean>((resolve) => {
      const settle = (isReported: boolean): void => {
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        this.#onEvent = undefined;
        this.#crossing = undefined;
        resolve(isReported);
      };
      // In a busy process the time may be up before its event, already pending, was handled.
      const timer = setTimeout(() => setImmediate(() => settle(false)), BARRIER_MS);
      this.#onEvent = () => settle(true);
      futimesSync(this.#fd, 0, 0);
    });
    return this.#crossing;
  }
}

let barrier: Barrier | undefined;

/** False if changes are not reported. `folder`: where a file of ours may be created. */
export async function crossBarrier(folder: string): Promise<boolean> {
  let current = barrier;
  try {
    current = barrier ??= new Barrier(folder);
    if (await current.cross()) return true;
  } catch {
    // No descriptor or no watch left, or the folder is gone.
  }
  // Its late event would be taken for that of the next crossing.
  if (current !== undefined && current === barrier) {
    barrier = undefined;
    current.close();
  }
  return false;
}
