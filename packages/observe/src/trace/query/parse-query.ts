// Parses a query: `method=session/update and (update=tool_call or bytes>10kb) limit 5`.
import { QUERY_DEPTH_MAX } from "../../limits.ts";
import { queryError, readQueryText, type Token } from "./query-text.ts";

export type Operator = "=" | "!=" | "<" | "<=" | ">" | ">=" | "~" | "!~";

export type Condition =
  | { readonly type: "and" | "or"; readonly parts: readonly Condition[] }
  | { readonly type: "not"; readonly part: Condition }
  /** The field exists. */
  | { readonly type: "has"; readonly field: string }
  | { readonly type: "compare"; readonly field: string; readonly operator: Operator; readonly value: string };

export interface Query {
  /** Undefined matches everything. */
  readonly where: Condition | undefined;
  readonly limit: number | undefined;
}

const FIELD = /^[\w$@-]+(?:\.[\w$@-]+)*$/;
const WORDS = new Set(["and", "or", "not", "limit"]);

/** Throws `usage` and points at the mistake. */
export function parseQuery(text: string): Query {
  return new Parser(text).parse();
}

class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = readQueryText(text);
  }

  parse(): Query {
    const where = this.#isAt("end") || this.#isWord("limit") ? undefined : this.#or();
    const limit = this.#isWord("limit") ? this.#limit() : undefined;
    const rest = this.#peek();
    if (rest.kind === "close") throw this.#error(rest, "Unmatched )");
    if (rest.kind !== "end") throw this.#error(rest, `Expected "and" or "or" before ${rest.text}`);
    return { where, limit };
  }

  #or(): Condition {
    const parts = [this.#and()];
    while (this.#isWord("or")) {
      this.#take();
      parts.push(this.#and());
    }
    const [first] = parts;
    return parts.length === 1 && first !== undefined ? first : { type: "or", parts };
  }

  #and(): Condition {
    const parts = [this.#one()];
    while (this.#isWord("and")) {
      this.#take();
      parts.push(this.#one());
    }
    const [first] = parts;
    return parts.length === 1 && first !== undefined ? first : { type: "and", parts };
  }

  #one(): Condition {
    const token = this.#take();
    this.#depth += 1;
    if (this.#depth > QUERY_DEPTH_MAX) throw this.#error(token, "The query is nested too deeply");
    try {
      if (token.kind === "open") return this.#inside(token);
      if (token.kind === "word" && token.text === "not") return { type: "not", part: this.#one() };
      return this.#comparison(token);
    } finally {
      this.#depth -= 1;
    }
  }

  #inside(open: Token): Condition {
    const condition = this.#or();
    if (!this.#isAt("close")) {
      throw this.#isAt("end") ? this.#error(open, "Unmatched (") : this.#error(this.#peek(), "Expected and, or, or )");
    }
    this.#take();
    return condition;
  }

  #comparison(token: Token): Condition {
    if (token.kind === "end") throw this.#error(token, "Expected a condition");
    if (token.kind !== "word" || WORDS.has(token.text))
      throw this.#error(token, `Expected a field, as in method=session/prompt; found ${token.text}`);
    if (!FIELD.test(token.text))
      throw this.#error(token, `${token.text} is not a field; a field is a name, or names separated by dots`);
    if (!this.#isAt("operator")) return { type: "has", field: token.text };
    const operator = this.#take();
    const value = this.#take();
    if (value.kind !== "word" && value.kind !== "text")
      throw this.#error(value, `Expected a value after ${operator.text}`);
    return { type: "compare", field: token.text, operator: toOperator(operator.text), value: value.text };
  }

  #limit(): number {
    this.#take();
    const token = this.#take();
    const limit = Number(token.text);
    if (token.kind !== "word" || !Number.isSafeInteger(limit) || limit < 0)
      throw this.#error(token, "Expected a whole number after limit");
    return limit;
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: "end", text: "", at: this.#text.length };
  }

  #take(): Token {
    const token = this.#peek();
    this.#next += 1;
    return token;
  }

  #isAt(kind: Token["kind"]): boolean {
    return this.#peek().kind === kind;
  }

  #isWord(text: string): boolean {
    const token = this.#peek();
    return token.kind === "word" && token.text === text;
  }

  #error({ at }: Token, message: string): Error {
    return queryError(this.#text, at, message);
  }
}

function toOperator(text: string): Operator {
  return text === "==" ? "=" : (text as Operator);
}
