// `[[ … ]]`: shell syntax, with patterns, and with arithmetic where numbers are compared.
import type { TestExpression, Word } from "unbash";
import { evaluateText } from "./arithmetic.ts";
import type { Place } from "./found.ts";
import type { Reader } from "./reader.ts";

/** Both operands are arithmetic, which evaluates the values of variables. */
const ARITHMETIC = /^-(?:eq|ne|lt|le|gt|ge)$/;
const MATCHES = /^(?:==?|!=)$/;
/** They take a variable name, which may have a subscript. */
const NAMES = /^-[vR]$/;
const NUMERIC = /^"?\$(?:[#?$!]|\{#\w+(?:\[[@*]\])?\})"?$/;
const VARIABLE = /^"?(\$\w+|\$\{\w+\})"?$/;

export function readTest(reader: Reader, expression: TestExpression, place: Place): void {
  reader.deeper(() => readExpression(reader, expression, place), undefined);
}

function readExpression(reader: Reader, node: TestExpression, place: Place): void {
  switch (node.type) {
    case "TestUnary":
      reader.word(node.operand, place);
      if (NAMES.test(node.operator) && !/^\w+$/.test(node.operand.text)) reader.doubt();
      break;
    case "TestBinary":
      reader.word(node.left, place);
      if (MATCHES.test(node.operator) || node.operator === "=~") reader.operand(node.right, place);
      else reader.word(node.right, place);
      if (ARITHMETIC.test(node.operator)) for (const side of [node.left, node.right]) evaluate(reader, side);
      break;
    case "TestLogical":
      for (const operand of node.operands) readTest(reader, operand, place);
      break;
    case "TestNot":
      readTest(reader, node.operand, place);
      break;
    case "TestGroup":
      readTest(reader, node.expression, place);
      break;
  }
}

/** The effect of an operand that is neither a number nor a variable is unknown. */
function evaluate(reader: Reader, { text }: Word): void {
  if (NUMERIC.test(text)) return;
  evaluateText(reader, VARIABLE.exec(text)?.[1] ?? text);
}
