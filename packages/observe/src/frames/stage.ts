// A step in a lane that decides what passes: rules or injected faults.

export interface Piece {
  readonly bytes: Buffer;
  /** It is observed, but not forwarded. */
  readonly isWithheld?: boolean | undefined;
  /** Called when it has been processed in order. */
  readonly after?: (() => void) | undefined;
}

export interface Arrived {
  /** Arrival time, as performance time. */
  readonly atMs: number;
}

export interface Stage {
  /** The parts to forward, in order. */
  push(bytes: Buffer, arrived: Arrived): Promise<readonly Piece[]> | readonly Piece[];
  /** The input has ended: returns the rest. */
  end(): Promise<readonly Piece[]> | readonly Piece[];
}
