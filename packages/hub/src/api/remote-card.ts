// The card of a remote agent, and how it is read.

export interface RemoteCard {
  readonly name: string;
  readonly description: string;
  /** Its skills, each a short name or a sentence. */
  readonly skills: readonly string[];
}

/** The card at or below an address. Rejects with `connection_failed` if there is none, or with the signal's reason. */
export type ReadCard = (url: string, signal?: AbortSignal) => Promise<RemoteCard>;
