// A panel replaces the input: a question, a list to choose from. It draws itself and handles keys.
import type { CreateElicitationResponse, UnknownVariant } from "@parley/acp";
import type { Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import type { Key } from "../../terminal/keys/key.ts";

/** The answers to an agent's questions; only an agent's own can be of an unknown kind. */
export type ElicitationReply = Exclude<CreateElicitationResponse, UnknownVariant>;

export interface Drawn {
  readonly lines: readonly Line[];
  readonly cursor?: { readonly row: number; readonly column: number } | undefined;
}

export interface Panel {
  /** A single key answers it, so keys meant for the previous question must be ignored. */
  readonly isAnsweredByKey?: boolean;
  /** Fits into the given rows if possible. */
  draw(theme: Theme, rowsMax: number): Drawn;
  key(key: Key): void;
  /** False: the key is not for this panel, which may be closed instead. Without it, all keys are. */
  takes?(key: Key): boolean;
}
