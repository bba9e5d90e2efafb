// One replacement in a text, as a model asks for it, and where it would go.

export interface TextEdit {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
}

/** From `start` up to `end` of the text, and what is put there. */
export interface Place {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

export interface Edited {
  readonly text: string;
  readonly replacements: number;
  /** Some text was found only by overlooking whitespace or quotes. */
  readonly isFuzzy: boolean;
}

export type EditResult = Edited | { readonly failed: string };
