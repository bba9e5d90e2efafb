// One word: quotes and escapes are removed, and every command in it is found.
import type { HereDocBody, Word, WordPart } from "unbash";
import { decodeAnsiC } from "./ansi-c.ts";
import { toLiteral, type FoundWord, type Place } from "./found.ts";
import { checkText, withoutEscapes } from "./plain-text.ts";
import type { Reader } from "./reader.ts";
import { Spelling } from "./spelling.ts";

/** Most words: every character is literal. */
const PLAIN = /^[\w./:@%+,-]*$/;
/** Unquoted text cannot contain these, and cannot end with one. */
const ENDS_WORD = /[ \t\n;&|<>()'"]|\\$/;

/** A word of a command. */
export function readWord(reader: Reader, word: Word, place: Place): FoundWord {
  const { text } = word;
  if (PLAIN.test(text)) return toLiteral(text);
  const parts = word.parts ?? [{ type: "Literal", text }];
  for (const part of parts) {
    if (part.type === "Literal" && ENDS_WORD.test(withoutEscapes(part.text))) reader.doubt();
    // Bash reads such a pattern only if an option is set, and otherwise takes the parentheses for a group or an error.
    if (part.type === "ExtendedGlob") reader.doubt();
  }
  return readOperand(reader, word, place);
}

/** A word inside something else: `${x:-WORD}`, `[[ a == WORD ]]`. It may contain blanks and parentheses. */
export function readOperand(reader: Reader, { text, parts }: Word, place: Place): FoundWord {
  const spelling = new Spelling();
  if (parts === undefined) {
    spelling.addBare(text);
    checkText(reader, text);
  } else {
    for (const part of parts) spell(part, spelling);
    reader.parts(parts, place);
  }
  return spelling.finish();
}

/** The text of a here-document, if it contains nothing to expand. */
export function readHereText(reader: Reader, { text, parts }: HereDocBody, place: Place): string | undefined {
  const spelling = new Spelling();
  if (parts === undefined) checkText(reader, text);
  for (const part of parts ?? []) spellQuoted(part, spelling);
  reader.parts(parts ?? [], place);
  const found = spelling.finish();
  if (!found.isLiteral) return undefined;
  return parts === undefined ? text : found.text;
}

function spell(part: WordPart, spelling: Spelling): void {
  switch (part.type) {
    case "Literal":
      spelling.addBare(part.text);
      break;
    case "SingleQuoted":
      spelling.addQuoted(part.value);
      break;
    case "AnsiCQuoted": {
      const decoded = decodeAnsiC(part.text.slice(2, -1));
      if (decoded === undefined) spelling.addUnknown(part.text);
      else spelling.addQuoted(decoded);
      break;
    }
    case "DoubleQuoted":
      spelling.addQuoted("");
      for (const child of part.parts) spellQuoted(child, spelling);
      break;
    case "ArithmeticExpansion":
    case "BraceExpansion":
    case "CommandExpansion":
    case "ExtendedGlob":
    case "Glob":
    case "LocaleString":
    case "ParameterExpansion":
    case "ProcessSubstitution":
    case "SimpleExpansion":
      spelling.addUnknown(part.text);
      break;
  }
}

function spellQuoted(part: WordPart, spelling: Spelling): void {
  if (part.type === "Literal") spelling.addQuoted(part.value);
  else spelling.addUnknown(part.text);
}
