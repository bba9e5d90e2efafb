// The id of a frame: the number of the log event it comes of, and which of that event's frames it is.

export interface FrameId {
  readonly seq: number;
  /** From 0. */
  readonly sub: number;
}

export function formatFrameId({ seq, sub }: FrameId): string {
  return sub === 0 ? String(seq) : `${seq}.${sub}`;
}

/** Undefined if it is none of ours. */
export function parseFrameId(text: string): FrameId | undefined {
  const match = /^(\d{1,15})(?:\.(\d{1,9}))?$/.exec(text.trim());
  return match === null ? undefined : { seq: Number(match[1]), sub: Number(match[2] ?? 0) };
}
