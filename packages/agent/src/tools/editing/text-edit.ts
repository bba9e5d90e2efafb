// One replacement requested by a model, and its position.

export interface TextEdit {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
}

/** Replaces `start` to `end` of the text. */
export interface Place {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

export interface Edited {
  readonly text: string;
  readonly replacements: number;
  /** Some text was found only by ignoring whitespace or quotes. */
  readonly isFuzzy: boolean;
}

export type EditResult = Edited | { readonly failed: string };
