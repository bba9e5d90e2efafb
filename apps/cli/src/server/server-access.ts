// A server that answers, and what it takes to talk to it.

export interface ServerAccess {
  /** Without a slash at the end. */
  readonly url: string;
  readonly token: string;
  /** The one of this home: its folders are ours, and its snapshots. */
  readonly isLocal: boolean;
}
