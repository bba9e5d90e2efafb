// What the host of the extension can do about the server of its machine. A web host can do nothing.
import type { ServerAddress } from "@parley/remote";

interface StartedBy {
  /** A Node.js program that the person chose; empty: whichever fits. */
  readonly node: string;
}

export interface ServerFinder {
  /** The running server of this machine, proven to be this home's; undefined if there is none. */
  find(): Promise<ServerAddress | undefined>;
  /** Starts it and resolves when it answers; one of an older version makes room if it is idle. */
  start(by: StartedBy): Promise<void>;
}
