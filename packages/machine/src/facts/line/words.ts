// One word: its quotes and escapes taken away, and every command that is in it found.
import { EXPANSIONS, findInside, findRest, trimBackquote, type Span } from "../syntax/quoted-text.ts";
import type { SyntaxNode } from "../syntax/syntax-tree.ts";
import { decodeAnsiC } from "./ansi-c.ts";
import { readExpansion } from "./expansions.ts";
import type { FoundWord, Place } from "./found.ts";
import { textOf, type Reader } from "./reader.ts";
import { Spelling } from "./spelling.ts";

export function readWord(reader: Reader, node: SyntaxNode, place: Place): FoundWord {
  const spelling = new Spelling();
  spell(reader, node, place, spelling);
  return spelling.finish();
}

const IN_QUOTES = /\\([$`"\\]|\n)/g;
const IN_HERE_DOCUMENTS = /\\([$`\\]|\n)/g;

/** The text of a here-document, if there is nothing in it to expand. */
export function readHereText(reader: Reader, body: SyntaxNode, span: Span, place: Place): string | undefined {
  const spelling = new Spelling();
  spellQuoted(reader, body, span, place, spelling, IN_HERE_DOCUMENTS);
  const { text, isLiteral } = spelling.finish();
  return isLiteral ? text : undefined;
}

function spell(reader: Reader, node: SyntaxNode, place: Place, spelling: Spelling): void {
  const text = textOf(reader, node);
  switch (node.type) {
    case "word":
    case "number":
    case "variable_name":
    case "test_operator":
      spelling.addBare(text);
      break;
    case "raw_string":
      spelling.addQuoted(text.slice(1, -1));
      break;
    case "ansi_c_string": {
      const decoded = decodeAnsiC(text.slice(2, -1));
      if (decoded === undefined) spelling.addUnknown(text);
      else spelling.addQuoted(decoded);
      break;
    }
    case "string":
      spellQuoted(reader, node, { start: node.start + 1, end: node.end - 1 }, place, spelling, IN_QUOTES);
      break;
    case "concatenation":
      for (const child of node.children) spell(reader, child, place, spelling);
      break;
    default:
      spellOther(reader, node, place, spelling);
  }
}

function spellOther(reader: Reader, node: SyntaxNode, place: Place, spelling: Spelling): void {
  const text = textOf(reader, node);
  if (!node.isNamed && text !== "``") {
    // `==`, `!` and a `$` by itself: operators elsewhere, plain text here.
    spelling.addBare(text);
    return;
  }
  spelling.addUnknown(text);
  if (EXPANSIONS.has(node.type)) readExpansion(reader, node, place, false);
  else for (const hole of findInside(node, EXPANSIONS)) readExpansion(reader, hole, place, false);
}

function spellQuoted(
  reader: Reader,
  node: SyntaxNode,
  span: Span,
  place: Place,
  spelling: Spelling,
  escapes: RegExp,
): void {
  const expansions = node.children.filter(({ type }) => EXPANSIONS.has(type));
  const holes = expansions.map((hole) => trimBackquote(reader.source, hole));
  for (const [index, { start, end }] of findRest(span, holes).entries()) {
    spelling.addQuoted(reader.source.slice(start, end).replaceAll(escapes, unescape));
    const expansion = expansions[index];
    if (expansion === undefined) continue;
    spelling.addUnknown(reader.source.slice(holes[index]?.start, expansion.end));
    readExpansion(reader, expansion, place, true);
  }
}

/** A backslash takes the line break away with it. */
function unescape(_: string, character: string): string {
  return character === "\n" ? "" : character;
}
