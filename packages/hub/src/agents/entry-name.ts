// Names of entries: lower-case letters, digits and dashes, each taken once.
import { ENTRY_NAME_CHARS_MAX, NAME_SUFFIX_MAX } from "../limits.ts";

/** Text beyond this cannot be part of the name. */
const READ_CHARS_MAX = ENTRY_NAME_CHARS_MAX * 4;

/** `recipe_maker` → `recipe-maker`, `Claude Code` → `claude-code`; undefined if nothing is left. */
export function toEntryName(text: string): string | undefined {
  const name = cut(toPlainName(text.slice(0, READ_CHARS_MAX)), ENTRY_NAME_CHARS_MAX);
  return name === "" ? undefined : name;
}

/** The entry name for a name that a user typed. Never cut: a long name that starts like another is a different one. */
export function parseEntryName(text: string): string | undefined {
  if (text.length > READ_CHARS_MAX) return undefined;
  const name = toPlainName(text);
  return name === "" || name.length > ENTRY_NAME_CHARS_MAX ? undefined : name;
}

/** The name itself, or with the kind or a number appended; undefined if all of them are taken. */
export function chooseFreeName(wanted: string, kind: string, taken: ReadonlySet<string>): string | undefined {
  if (!taken.has(wanted)) return wanted;
  const suffixes = [kind, ...Array.from({ length: NAME_SUFFIX_MAX - 1 }, (_, index) => String(index + 2))];
  for (const suffix of suffixes) {
    const name = `${cut(wanted, ENTRY_NAME_CHARS_MAX - suffix.length - 1)}-${suffix}`;
    if (!taken.has(name)) return name;
  }
  return undefined;
}

function toPlainName(text: string): string {
  return (
    text
      // Normalisation separates accents, which are then removed with all other characters.
      .normalize("NFKD")
      .replaceAll(/\p{M}/gu, "")
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "")
  );
}

function cut(name: string, length: number): string {
  return name.slice(0, length).replace(/-$/, "");
}
