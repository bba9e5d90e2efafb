// The port to agents of other servers: what is read of one before it is listed.

/** What a remote agent says of itself. */
export interface RemoteCard {
  readonly name: string;
  readonly description: string;
  /** What it can do, each a short name or a sentence. */
  readonly skills: readonly string[];
}

export interface Remotes {
  /**
   * Of the agent whose card is at or below this address. Rejects with `connection_failed` if none can be read there; with the
   * signal's reason once it is aborted.
   */
  readCard(url: string, signal?: AbortSignal): Promise<RemoteCard>;
}
