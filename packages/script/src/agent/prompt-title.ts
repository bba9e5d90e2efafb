// The title of a session: the beginning of its first prompt.
import { startOf } from "@parley/base";

/** Far more than a title shows; a prompt may be very long. */
const READ_TIMES = 10;

/** One line, cut between words if possible; undefined if there is no text. */
export function toTitle(text: string, charsMax: number): string | undefined {
  const start = text.trimStart().slice(0, READ_TIMES * charsMax);
  const line = start.replaceAll(/\s+/g, " ").trimEnd();
  if (line === "") return undefined;
  if (line.length <= charsMax) return line;
  const space = line.lastIndexOf(" ", charsMax - 1);
  return `${space > 0 ? line.slice(0, space) : startOf(line, charsMax - 1)}…`;
}
