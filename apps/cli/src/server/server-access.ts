// A running server, and what is needed to connect to it.

export interface ServerAccess {
  /** The base URL, without a trailing slash. */
  readonly url: string;
  readonly token: string;
  /** Whether it is this home's server, which shares folders and snapshots with this process. */
  readonly isLocal: boolean;
  /** The version of this home's background server, which a newer version replaces. */
  readonly backgroundVersion?: string | undefined;
}
