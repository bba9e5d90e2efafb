// What is in a note, wherever it is kept.

export const NOTE_SCOPES = ["project", "user"] as const;
export type NoteScope = (typeof NOTE_SCOPES)[number];

export interface NoteFields {
  readonly title: string;
  readonly tags: readonly string[];
  /** Undefined if the file does not say. */
  readonly savedAtMs: number | undefined;
  readonly text: string;
}
