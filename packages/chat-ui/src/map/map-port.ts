// What the map asks for beyond what it was given.

/** A turn that changed a file. */
export interface TurnOfFile {
  readonly sessionId: string;
  readonly sessionName: string;
  readonly agent: string;
  readonly turn: number;
  readonly atMs: number;
  readonly prompt: string;
  readonly change: string;
  readonly isUnasked: boolean;
  readonly isUndone: boolean;
}

export interface MapPort {
  /** The turns that changed a file, the latest first. Rejects with an error for the person. */
  history(path: string): Promise<readonly TurnOfFile[]>;
}
