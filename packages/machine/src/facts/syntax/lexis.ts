// Whether a tree says the same of every character as bash would. The grammar is made for colours and guesses where bash is
// exact: it takes `$'\\' ; rm x ; echo '` for one string. Whatever is not known to be read alike is not true.
import { findCounters, openArithmetic, openExpansion, trimArithmetic } from "./expansion.ts";
import { readHereDocument } from "./here-document.ts";
import { EXPANSIONS, findRest, isPlainText, trimBackquote, type Span } from "./quoted-text.ts";
import type { SyntaxNode } from "./syntax-tree.ts";
import { endsInOperator, isAtWordStart, startsWithOperator, TOKENS } from "./tokens.ts";

/** What may stand between the parts of a node: nothing; blanks; line breaks as well; or whatever, even between two words. */
type Gaps = "none" | "blank" | "line" | "loose";

const GAPS: Readonly<Record<string, Gaps>> = {
  ...all("none", "brace_expression command_name concatenation simple_expansion subscript translated_string"),
  ...all("none", "variable_assignment"),
  ...all("blank", "command declaration_command file_redirect herestring_redirect negated_command"),
  ...all("blank", "redirected_statement unset_command variable_assignments"),
  ...all("line", "array case_item case_statement command_substitution compound_statement"),
  ...all("line", "do_group elif_clause else_clause for_statement function_definition if_statement list pipeline"),
  ...all("line", "process_substitution program subshell test_command while_statement"),
  ...all("loose", "binary_expression parenthesized_expression postfix_expression ternary_expression unary_expression"),
};

interface Mode {
  /** A line break would end the command. */
  readonly isOneLine: boolean;
  /** Between double quotes, or in a here-document. */
  readonly isQuoted: boolean;
}

const FREE: Mode = { isOneLine: false, isQuoted: false };
const QUOTED: Mode = { isOneLine: false, isQuoted: true };

export function isTrueToBash(source: string, root: SyntaxNode): boolean {
  const outside = source.slice(0, root.start) + source.slice(root.end);
  return /^[ \t\n]*$/.test(outside) && new Lexis(source).check(root, FREE);
}

class Lexis {
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  check(node: SyntaxNode, mode: Mode): boolean {
    const text = this.#source.slice(node.start, node.end);
    // `$"…"` is a string in another language.
    if (!node.isNamed) return text === node.type && !(text === "$" && /["']/.test(this.#source[node.end] ?? ""));
    const own = this.#checkOwn(node, text, mode);
    if (own !== undefined) return own;
    if (node.children.length > 0) return this.#checkParts(node, node.children, mode);
    if (text.startsWith("#") && isAtWordStart(this.#source, node.start) !== (node.type === "comment")) return false;
    return TOKENS[node.type]?.test(text) === true;
  }

  /** Nodes with rules of their own; undefined for the others. */
  #checkOwn(node: SyntaxNode, text: string, mode: Mode): boolean | undefined {
    switch (node.type) {
      case "string":
        return this.#checkText(node, { start: node.start + 1, end: node.end - 1 }, '"');
      case "expansion":
        return openExpansion(this.#source, node, mode.isQuoted)?.every((hole) => this.check(hole, mode)) === true;
      case "arithmetic_expansion":
        return this.#checkArithmetic(node, trimArithmetic(node, text));
      case "compound_statement":
        return text.startsWith("((") ? this.#checkArithmetic(node, trimArithmetic(node, text)) : undefined;
      case "c_style_for_statement":
        return this.#checkLoop(node);
      case "heredoc_redirect":
        return this.#checkHereDocument(node);
      case "command_substitution":
        return this.#checkSubstitution(node, mode);
      case "file_redirect":
      case "herestring_redirect":
        return this.#checkDescriptor(node) ? undefined : false;
      default:
        return undefined;
    }
  }

  #checkParts(node: SyntaxNode, parts: readonly SyntaxNode[], mode: Mode): boolean {
    const gaps = GAPS[node.type];
    const [first, last] = [parts[0], parts.at(-1)];
    if (gaps === undefined || first === undefined || last === undefined) return false;
    const isOneLine = gaps === "blank" || first.type === "[" || (gaps === "loose" && mode.isOneLine);
    const inner: Mode = { isOneLine, isQuoted: gaps === "none" && mode.isQuoted };
    if (isOneLine && parts.some(({ type }) => type === "comment")) return false;
    const edges = this.#source.slice(node.start, first.start) + this.#source.slice(last.end, node.end);
    if (!(gaps === "none" ? edges === "" : /^[ \t\n]*$/.test(edges))) return false;
    return this.#checkSequence(parts, gaps, inner);
  }

  #checkSequence(parts: readonly SyntaxNode[], gaps: Gaps, mode: Mode): boolean {
    return parts.every((part, index) => {
      const previous = parts[index - 1];
      const isApart = previous === undefined || this.#isApart(previous, part, gaps, mode.isOneLine);
      return isApart && this.check(part, mode);
    });
  }

  #isApart(previous: SyntaxNode, next: SyntaxNode, gaps: Gaps, isOneLine: boolean): boolean {
    const gap = this.#source.slice(previous.end, next.start);
    if (gaps === "none") return gap === "";
    if (!(isOneLine ? /^(?:[ \t]|\\\n)*$/ : /^(?:[ \t\n]|\\\n)*$/).test(gap)) return false;
    if (gap.replaceAll("\\\n", "") !== "") return true;
    // A backslash at the end of a line makes one word of what stands on both sides.
    return gap === "" && (gaps === "loose" || endsInOperator(previous) || startsWithOperator(next));
  }

  #checkText(node: SyntaxNode, span: Span, delimiter: string): boolean {
    const expansions = node.children.filter(({ type }) => EXPANSIONS.has(type));
    const rest = findRest(
      span,
      expansions.map((hole) => trimBackquote(this.#source, hole)),
    );
    return (
      rest.every((part, index) => isPlainText(this.#source, part, delimiter, index === rest.length - 1)) &&
      expansions.every((hole) => this.check(hole, QUOTED))
    );
  }

  #checkLoop(node: SyntaxNode): boolean {
    const counters = findCounters(node);
    if (counters?.every((span) => this.#checkArithmetic(node, span)) !== true) return false;
    const [start, end] = [counters[0]?.start ?? 0, counters.at(-1)?.end ?? 0];
    const head = node.children.filter((child) => child.end <= start);
    const rest = node.children.filter((child) => child.start >= end);
    return this.#checkSequence(head, "line", FREE) && this.#checkSequence(rest, "line", FREE);
  }

  #checkArithmetic(node: SyntaxNode, span: Span): boolean {
    return openArithmetic(this.#source, node, span)?.every((hole) => this.check(hole, FREE)) === true;
  }

  #checkHereDocument(node: SyntaxNode): boolean {
    const found = readHereDocument(this.#source, node);
    const body = node.children.find(({ type }) => type === "heredoc_body");
    if (found === undefined) return false;
    if (!found.isRaw && !this.#checkText(body ?? node, found.body, "")) return false;
    const line = node.children.filter(({ type }) => type !== "heredoc_body" && type !== "heredoc_end");
    const end = this.#source.slice(line.at(-1)?.end, found.body.start);
    return /^[ \t]*\n$/.test(end) && this.#checkSequence(line, "blank", { isOneLine: true, isQuoted: false });
  }

  /** What is between backquotes is read as a line of its own; here it is only asked where it ends. */
  #checkSubstitution(node: SyntaxNode, mode: Mode): boolean | undefined {
    const { start } = mode.isQuoted ? trimBackquote(this.#source, node) : node;
    if (this.#source.startsWith("$((", start)) return false;
    if (this.#source[start] !== "`") return this.#source.startsWith("$(", start) ? undefined : false;
    const text = this.#source.slice(start + 1, node.end - 1);
    return this.#source[node.end - 1] === "`" && /^(?:[^`\\]|\\[^])*$/.test(text);
  }

  /** A number belongs to a redirect if it stands alone in front of it; so does `{name}`, which the grammar does not know. */
  #checkDescriptor({ start, children: [first, second] }: SyntaxNode): boolean {
    if (first?.type !== "file_descriptor") return this.#source[start - 1] !== "}";
    return isAtWordStart(this.#source, first.start) && first.end === second?.start;
  }
}

function all(gaps: Gaps, types: string): Record<string, Gaps> {
  return Object.fromEntries(types.split(" ").map((type) => [type, gaps]));
}
