// Arithmetic evaluates the values of variables and the output of substitutions as code: `a[$(rm x)]` in one is run.
import type {
  ArithmeticCommand,
  ArithmeticExpansionPart,
  ArithmeticExpression,
  ArithmeticFor,
  Word,
  WordPart,
} from "unbash";
import { inside, type Place } from "./found.ts";
import type { Reader } from "./reader.ts";

/** Characters that may appear between operands. */
const OPERATORS = /^[\s+\-*/%<>=!&|^~?:,()]*$/;
const LOOP_HEAD = /^for\s*\(\([\s+\-*/%<>=!&|^~?:,();]*\)\)[\s;]*(?:do|\{)\s*$/;
const NUMBER = /^\d[\w#@]*$/;
const NAME = /^[A-Za-z_]\w*$/;
/** A name or a number, optionally with a subscript. */
const ELEMENT = /^([A-Za-z_]\w*)\[([^[\]]*)\]$/;
/** Variables that always hold numbers. */
const NUMERIC = /^\$(?:[#?$!]|\{#[\w@*]+(?:\[[@*]\])?\})$/;
const VARIABLE = /^\$(?:(\w+)|\{(\w+)\})$/;

export function readArithmeticExpansion(reader: Reader, node: ArithmeticExpansionPart, place: Place): void {
  const [before, after] = node.text.startsWith("$[") ? [2, 1] : [3, 2];
  readExpression(reader, node.expression, { start: node.pos + before, end: node.end - after }, place);
}

export function readArithmeticCommand(reader: Reader, node: ArithmeticCommand, place: Place): void {
  readExpression(reader, node.expression, { start: node.pos + 2, end: node.end - 2 }, place);
}

/** The three parts of `for ((…; …; …))`. */
export function readCountingLoop(reader: Reader, node: ArithmeticFor, place: Place): void {
  const { leaves, assigned } = leavesOf([node.initialize, node.test, node.update]);
  const rest = without(reader.source, { start: node.pos, end: node.body.pos }, leaves);
  if (!LOOP_HEAD.test(rest)) reader.doubt();
  for (const leaf of leaves) readLeaf(reader, leaf, place, assigned.has(leaf));
}

/** Text that bash evaluates as arithmetic: names in it are variables. */
export function evaluateText(reader: Reader, text: string): void {
  if (!/^(?:[\w\s.+*/%,:-]|\$\w+|\$\{\w+\})*$/.test(text)) {
    reader.doubt();
    return;
  }
  for (const [name] of text.matchAll(/[A-Za-z_]\w*|(?<=\$\{?)\d+/g)) reader.found.evaluate(name);
}

/** The subscript in `a[…]` is arithmetic. */
export function readIndex(reader: Reader, index: Word, place: Place): void {
  reader.operand(index, place);
  if (!/^[@*]$/.test(index.text)) evaluateText(reader, index.text);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function readExpression(reader: Reader, expression: ArithmeticExpression | undefined, span: Span, place: Place): void {
  const { leaves, assigned } = leavesOf([expression]);
  if (!OPERATORS.test(without(reader.source, span, leaves))) reader.doubt();
  for (const leaf of leaves) readLeaf(reader, leaf, place, assigned.has(leaf));
}

type Leaf = Extract<ArithmeticExpression, { type: "ArithmeticWord" | "ArithmeticCommandExpansion" }>;

interface Leaves {
  /** From left to right. */
  readonly leaves: readonly Leaf[];
  /** Assignment targets: the old value does not matter, and the new one is a number. */
  readonly assigned: ReadonlySet<Leaf>;
}

function leavesOf(expressions: readonly (ArithmeticExpression | undefined)[]): Leaves {
  const leaves: Leaf[] = [];
  const assigned = new Set<Leaf>();
  const waiting = expressions.filter((one) => one !== undefined).toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    switch (next.type) {
      case "ArithmeticBinary":
        waiting.push(next.right, next.left);
        if (next.operator === "=" && next.left.type === "ArithmeticWord") assigned.add(next.left);
        break;
      case "ArithmeticUnary":
        waiting.push(next.operand);
        break;
      case "ArithmeticTernary":
        waiting.push(next.alternate, next.consequent, next.test);
        break;
      case "ArithmeticGroup":
        waiting.push(next.expression);
        break;
      case "ArithmeticCommandExpansion":
      case "ArithmeticWord":
        leaves.push(next);
    }
  }
  return { leaves, assigned };
}

/** The text between the leaves: anything that the parser lost would show up here. */
function without(source: string, { start, end }: Span, leaves: readonly Leaf[]): string {
  let rest = "";
  let at = start;
  for (const leaf of leaves) {
    rest += source.slice(at, leaf.pos);
    at = Math.max(at, leaf.end);
  }
  return rest + source.slice(at, end);
}

function readLeaf(reader: Reader, leaf: Leaf, place: Place, isAssigned: boolean): void {
  if (leaf.type === "ArithmeticCommandExpansion") {
    reader.doubt();
    reader.script(leaf.script, inside(place, "substitution"));
    return;
  }
  const { value, parts } = leaf;
  if (NUMBER.test(value)) return;
  if (NAME.test(value)) {
    if (isAssigned) reader.found.assign(value, "0");
    else reader.found.evaluate(value);
  } else if (parts === undefined) readElement(reader, value);
  else {
    reader.parts(parts, place);
    if (!parts.every((part) => isKnown(reader, part))) reader.doubt();
  }
}

function readElement(reader: Reader, text: string): void {
  const [, name, index] = ELEMENT.exec(text) ?? [];
  if (name === undefined || index === undefined) {
    reader.doubt();
    return;
  }
  reader.found.evaluate(name);
  if (!/^[@*]$/.test(index)) evaluateText(reader, index);
}

/** Whether a substituted value is a number, or a variable that can be checked. */
function isKnown(reader: Reader, part: WordPart): boolean {
  if (part.type === "ArithmeticExpansion") return true;
  if (part.type === "Literal") {
    if (/^\w+$/.test(part.text) && !NUMBER.test(part.text)) reader.found.evaluate(part.text);
    return /^\w*$/.test(part.text);
  }
  if (part.type !== "SimpleExpansion" && part.type !== "ParameterExpansion") return false;
  if (NUMERIC.test(part.text)) return true;
  const [, bare, braced] = VARIABLE.exec(part.text) ?? [];
  const name = bare ?? braced;
  if (name !== undefined) reader.found.evaluate(name);
  return name !== undefined;
}
