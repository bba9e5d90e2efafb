// The fields of a note.

export const NOTE_SCOPES = ["project", "user"] as const;
export type NoteScope = (typeof NOTE_SCOPES)[number];

export interface NoteFields {
  readonly title: string;
  readonly tags: readonly string[];
  /** Undefined if the file has none. */
  readonly savedAtMs: number | undefined;
  readonly text: string;
}
