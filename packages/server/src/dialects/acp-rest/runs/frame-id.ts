// The id of a frame: the number of its log event, and its index among that event's frames.

export interface FrameId {
  readonly seq: number;
  /** From 0. */
  readonly sub: number;
}

export function formatFrameId({ seq, sub }: FrameId): string {
  return sub === 0 ? String(seq) : `${seq}.${sub}`;
}

/** Undefined if it is not one of our ids. */
export function parseFrameId(text: string): FrameId | undefined {
  const match = /^(\d{1,15})(?:\.(\d{1,9}))?$/.exec(text.trim());
  return match === null ? undefined : { seq: Number(match[1]), sub: Number(match[2] ?? 0) };
}
