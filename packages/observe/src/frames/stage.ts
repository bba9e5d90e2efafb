// A step in a lane that decides what passes: rules or injected faults.

export interface Piece {
  readonly bytes: Buffer;
  /** It is looked at, but not forwarded. */
  readonly isWithheld?: boolean | undefined;
  /** Called when its turn has come and it was dealt with. */
  readonly after?: (() => void) | undefined;
}

export interface Arrived {
  /** Performance time of when it came. */
  readonly atMs: number;
}

export interface Stage {
  /** What is forwarded of it, in order. */
  push(bytes: Buffer, arrived: Arrived): Promise<readonly Piece[]> | readonly Piece[];
  /** Nothing more comes: what it still has. */
  end(): Promise<readonly Piece[]> | readonly Piece[];
}
