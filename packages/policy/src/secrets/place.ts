// A name in a text that may be the name of a secret.
import type { NameStrength } from "../secret-names.ts";
import type { Span } from "./spans.ts";

export interface Place {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly strength: NameStrength;
}

export type Found = Pick<Span, "start" | "end">;
