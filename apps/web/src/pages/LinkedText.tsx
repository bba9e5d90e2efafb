// Text of a program in which web addresses can be opened. Everything else stays text.
import { revealLine } from "@parley/base";

const ADDRESS = /(https?:\/\/[^\s<>"'`]+[^\s<>"'`.,;:!?)\]])/;

export function LinkedText({ text }: { readonly text: string }) {
  return revealLine(text)
    .split(ADDRESS)
    .map((part, index) =>
      index % 2 === 0 ? (
        part
      ) : (
        // Parts of the same text do not change their places.
        // oxlint-disable-next-line react/no-array-index-key
        <a key={index} href={part} target="_blank" rel="noopener noreferrer">
          {part}
        </a>
      ),
    );
}
