// Expansions: the commands in them, and the variables that their arithmetic evaluates.
import type { ParameterExpansionPart, ParameterOperation, Word, WordPart } from "unbash";
import { evaluateText, readArithmeticExpansion, readIndex } from "./arithmetic.ts";
import { inside, type Place } from "./found.ts";
import { checkText } from "./plain-text.ts";
import type { Reader } from "./reader.ts";

const PARAMETER = /^(?:\w+|[@*#?$!-])$/;
/** Of `${!…}` only the forms that list names; the others use a value as a variable name. */
const NAMES = /^\$\{!\w+(?:\[[@*]\]|[@*])\}$/;
/** `@P` runs commands in the value. */
const TRANSFORMS = /^[QEaAKkuUL]$/;

export function readParts(reader: Reader, parts: readonly WordPart[], place: Place): void {
  for (const part of parts) reader.deeper(() => readPart(reader, part, place), undefined);
}

function readPart(reader: Reader, part: WordPart, place: Place): void {
  switch (part.type) {
    case "CommandExpansion":
      // `${ x; }` and `${| x; }` run in the shell itself, and only in newer shells.
      if (part.text.startsWith("${")) reader.doubt();
      reader.script(part.script, inside(place, "substitution"));
      break;
    case "ProcessSubstitution":
      reader.script(part.script, inside(place, "process-substitution"));
      break;
    case "ArithmeticExpansion":
      readArithmeticExpansion(reader, part, place);
      break;
    case "ParameterExpansion":
      readParameter(reader, part, place);
      break;
    case "LocaleString":
      // A translated string: the translation decides what it contains.
      reader.doubt();
      readParts(reader, part.parts, place);
      break;
    case "DoubleQuoted":
      readParts(reader, part.parts, place);
      break;
    case "ExtendedGlob":
    case "BraceExpansion":
      if (part.parts === undefined && /[$`]|[<>]\(/.test(part.text)) reader.doubt();
      readParts(reader, part.parts ?? [], place);
      break;
    case "Glob":
      readParts(reader, part.parts ?? [], place);
      break;
    case "Literal":
      checkText(reader, part.text);
      break;
    case "AnsiCQuoted":
    case "SimpleExpansion":
    case "SingleQuoted":
      break;
  }
}

function readParameter(reader: Reader, node: ParameterExpansionPart, place: Place): void {
  const { text, parameter, prefix, index, operation } = node;
  if (!PARAMETER.test(parameter) || !text.endsWith("}")) reader.doubt();
  if (prefix === "!" && !NAMES.test(text)) reader.doubt();
  if (index !== undefined) readIndex(reader, index, place);
  if (operation !== undefined) readOperation(reader, parameter, operation, place);
}

function readOperation(reader: Reader, parameter: string, operation: ParameterOperation, place: Place): void {
  switch (operation.type) {
    case "Default":
      if (operation.operator.endsWith("=")) reader.found.assign(parameter, undefined);
      reader.operand(operation.operand, place);
      break;
    case "Remove":
      reader.operand(operation.operand, place);
      break;
    case "Replace":
      reader.operand(operation.pattern, place);
      reader.operand(operation.replacement, place);
      break;
    case "CaseModification":
      if (operation.operand !== undefined) reader.operand(operation.operand, place);
      break;
    case "Slice":
      readSlice(reader, [operation.offset, operation.length], place);
      break;
    case "Transform":
      if (!TRANSFORMS.test(operation.operand.text)) reader.doubt();
      break;
    case "Names":
      break;
    case "Unknown":
      reader.doubt();
      break;
  }
}

/** A substring, by arithmetic. */
function readSlice(reader: Reader, words: readonly (Word | undefined)[], place: Place): void {
  for (const word of words) {
    if (word === undefined) continue;
    reader.operand(word, place);
    evaluateText(reader, word.text);
  }
}
