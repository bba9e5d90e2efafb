// Positions on a session's stream: `17` is an event of the log, `17.2` the second message after it.

export interface Position {
  readonly seq: number;
  /** Messages after the event; 0 is the event itself. */
  readonly sub: number;
}

export const START: Position = { seq: 0, sub: 0 };

export function formatPosition({ seq, sub }: Position): string {
  return sub === 0 ? String(seq) : `${seq}.${sub}`;
}

/** Undefined for an invalid id. */
export function parsePosition(text: string): Position | undefined {
  const [, seq, sub = "0"] = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(text) ?? [];
  return seq === undefined ? undefined : { seq: Number(seq), sub: Number(sub) };
}

export function isBefore(first: Position, second: Position): boolean {
  return first.seq < second.seq || (first.seq === second.seq && first.sub < second.sub);
}
