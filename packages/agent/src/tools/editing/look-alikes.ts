// Look-alike characters: models write plain ones where a file has typographic ones, and vice versa.

/** Each maps one UTF-16 unit to one, so that positions do not change. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  "\u2018": "'",
  "\u2019": "'",
  "\u201A": "'",
  "\u201B": "'",
  "\u201C": '"',
  "\u201D": '"',
  "\u201E": '"',
  "\u201F": '"',
  "\u2010": "-",
  "\u2011": "-",
  "\u2012": "-",
  "\u2013": "-",
  "\u2014": "-",
  "\u2212": "-",
  "\u00A0": " ",
  "\u2007": " ",
  "\u202F": " ",
  "\u3000": " ",
};

const PATTERN = new RegExp(`[${Object.keys(LOOK_ALIKES).join("")}]`, "g");

/** Keeps the length. */
export function toPlainCharacters(text: string): string {
  return text.replace(PATTERN, (character) => LOOK_ALIKES[character] ?? character);
}
