// A panel takes the place of the input: a question, a list to choose from. It draws itself and takes the keys.
import type { CreateElicitationResponse, UnknownVariant } from "@parley/acp";
import type { Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import type { Key } from "../../terminal/keys/key.ts";

/** What is answered to the agent's questions; only an agent's own can be of an unknown kind. */
export type ElicitationReply = Exclude<CreateElicitationResponse, UnknownVariant>;

export interface Drawn {
  readonly lines: readonly Line[];
  readonly cursor?: { readonly row: number; readonly column: number } | undefined;
}

export interface Panel {
  /** In as many rows as there are, if it can. */
  draw(theme: Theme, rowsMax: number): Drawn;
  key(key: Key): void;
}
