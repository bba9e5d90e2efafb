// The words of a query, each with its position, so that an error can point at it.
import { ParleyError } from "@parley/base";
import { QUERY_CHARS_MAX } from "../../limits.ts";

type TokenKind = "word" | "text" | "operator" | "open" | "close" | "end";

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** In the query, from 0. */
  readonly at: number;
}

/** Longer ones first. */
const OPERATORS = ["!=", "!~", "<=", ">=", "==", "=", "<", ">", "~"] as const;
const WORD = /[^\s()=!<>~"']+/y;

export function readQueryText(query: string): readonly Token[] {
  if (query.length > QUERY_CHARS_MAX)
    throw queryError(query.slice(0, 80), 0, `The query is longer than ${QUERY_CHARS_MAX} characters`);
  const tokens: Token[] = [];
  let at = 0;
  while (at < query.length) {
    const character = query.charAt(at);
    if (/\s/.test(character)) at += 1;
    else {
      const token = readToken(query, at);
      tokens.push(token);
      at = token.kind === "text" ? endOfQuote(query, at) : at + token.text.length;
    }
  }
  return [...tokens, { kind: "end", text: "", at: query.length }];
}

function readToken(query: string, at: number): Token {
  const character = query.charAt(at);
  if (character === "(") return { kind: "open", text: "(", at };
  if (character === ")") return { kind: "close", text: ")", at };
  if (character === '"' || character === "'") {
    const inside = query.slice(at + 1, endOfQuote(query, at) - 1);
    return { kind: "text", text: inside.replaceAll(/\\(.)/gs, "$1"), at };
  }
  const operator = OPERATORS.find((each) => query.startsWith(each, at));
  if (operator !== undefined) return { kind: "operator", text: operator, at };
  WORD.lastIndex = at;
  const [word = ""] = WORD.exec(query) ?? [];
  if (word === "") throw queryError(query, at, `${character} is not an operator`, "Operators are = != < <= > >= ~ !~");
  return { kind: "word", text: word, at };
}

/** The position after the closing quote. */
function endOfQuote(query: string, start: number): number {
  const quote = query.charAt(start);
  for (let at = start + 1; at < query.length; at += 1) {
    if (query.charAt(at) === "\\") at += 1;
    else if (query.charAt(at) === quote) return at + 1;
  }
  throw queryError(query, start, "Unterminated quote", `Close it with ${quote}`);
}

/** Shows the query and marks the position. */
export function queryError(query: string, at: number, message: string, label = "Show the query syntax"): ParleyError {
  const lines = `${message}\n  ${query.replaceAll(/\s/g, " ")}\n  ${" ".repeat(at)}^`;
  const command = "parley trace query --help";
  return new ParleyError({
    code: "usage",
    message: lines,
    remedy: { label, ...(label.startsWith("Show") && { command }) },
  });
}
