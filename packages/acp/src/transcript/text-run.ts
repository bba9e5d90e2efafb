// A text block that grows.
import type { Annotations, ContentBlock } from "../generated/types.ts";
import { Segments } from "./segments.ts";

type TextBlock = Extract<ContentBlock, { type: "text" }>;

export class TextRun {
  /** The first chunk without its text, so that no copy of the text is kept. */
  readonly #start: TextBlock;
  readonly #segments: Segments;

  constructor(start: TextBlock) {
    this.#start = { ...start, text: "" };
    this.#segments = new Segments(start.text);
  }

  get chars(): number {
    return this.#segments.length;
  }

  /** Text with another audience or priority must not be merged into this one. */
  takes({ annotations: other }: TextBlock): boolean {
    const { annotations: own } = this.#start;
    return (
      own === other ||
      ((own?.priority ?? null) === (other?.priority ?? null) &&
        (own?.lastModified ?? null) === (other?.lastModified ?? null) &&
        isSameAudience(own?.audience ?? null, other?.audience ?? null))
    );
  }

  append(text: string): void {
    this.#segments.append(text);
  }

  /** Drops `chars` or one more, to keep a surrogate pair together; returns how many were dropped. */
  dropHead(chars: number): number {
    return this.#segments.dropHead(chars);
  }

  toBlock(): TextBlock {
    return { ...this.#start, text: this.#segments.text() };
  }
}

function isSameAudience(one: Annotations["audience"], other: Annotations["audience"]): boolean {
  if (!one || !other) return one === other;
  return one.length === other.length && one.every((role, index) => role === other[index]);
}
