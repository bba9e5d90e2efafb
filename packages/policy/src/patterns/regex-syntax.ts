// Parses a regular expression: the part of JavaScript's syntax that can be matched without backtracking. The rest (back
// references, look-around) is refused.
import { REGEX_DEPTH_MAX, REGEX_REPEAT_MAX } from "../limits.ts";
import { anyCharacter, RANGES_BY_LETTER, type Characters } from "./regex-characters.ts";

export type Assertion = "start" | "end" | "boundary" | "no-boundary";

export type RegexNode =
  | { readonly type: "one"; readonly characters: Characters }
  | { readonly type: "assertion"; readonly assertion: Assertion }
  | { readonly type: "sequence"; readonly items: readonly RegexNode[] }
  | { readonly type: "either"; readonly choices: readonly RegexNode[] }
  /** `max` undefined: no upper limit. */
  | { readonly type: "repeat"; readonly item: RegexNode; readonly min: number; readonly max: number | undefined };

/** Used only inside the parser: what was expected instead. */
class Misfit extends Error {}

const QUANTIFIERS: ReadonlyMap<string, readonly [min: number, max: number | undefined]> = new Map([
  ["*", [0, undefined]],
  ["+", [1, undefined]],
  ["?", [0, 1]],
]);
const CONTROLS: ReadonlyMap<string, number> = new Map([
  ["t", 0x09],
  ["n", 0x0a],
  ["v", 0x0b],
  ["f", 0x0c],
  ["r", 0x0d],
]);

export function readRegex(text: string): RegexNode | { readonly expected: string } {
  try {
    return new RegexReader(text).readAll();
  } catch (error) {
    if (error instanceof Misfit) return { expected: error.message };
    throw error;
  }
}

class RegexReader {
  readonly #characters: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#characters = Array.from(text);
  }

  readAll(): RegexNode {
    const node = this.#readEither();
    if (this.#peek() !== undefined) throw new Misfit("a ( for every )");
    return node;
  }

  #readEither(): RegexNode {
    this.#depth += 1;
    if (this.#depth > REGEX_DEPTH_MAX) throw new Misfit(`groups nested at most ${REGEX_DEPTH_MAX} deep`);
    const choices = [this.#readSequence()];
    while (this.#takes("|")) choices.push(this.#readSequence());
    this.#depth -= 1;
    return { type: "either", choices };
  }

  #readSequence(): RegexNode {
    const items: RegexNode[] = [];
    for (let next = this.#peek(); next !== undefined && next !== "|" && next !== ")"; next = this.#peek()) {
      items.push(this.#readRepeats(this.#readItem()));
    }
    return { type: "sequence", items };
  }

  #readRepeats(item: RegexNode): RegexNode {
    const bounds = this.#readQuantifier();
    if (bounds === undefined) return item;
    if (item.type === "assertion") throw new Misfit("something to repeat before *, +, ? and {}");
    // Greedy or lazy makes no difference, because the result is only yes or no.
    this.#takes("?");
    return { type: "repeat", item, min: bounds[0], max: bounds[1] };
  }

  #readQuantifier(): readonly [number, number | undefined] | undefined {
    const known = QUANTIFIERS.get(this.#peek() ?? "");
    if (known !== undefined) {
      this.#at += 1;
      return known;
    }
    if (!this.#takes("{")) return undefined;
    const end = this.#characters.indexOf("}", this.#at);
    const inner = this.#characters.slice(this.#at, Math.max(end, this.#at)).join("");
    const [, low, comma, high] = /^(\d{1,4})(,?)(\d{0,4})$/.exec(inner) ?? [];
    const min = Number(low);
    const max = comma === "," ? (high === "" ? undefined : Number(high)) : min;
    if (low === undefined || (comma === "" && high !== "") || Math.max(min, max ?? 0) > REGEX_REPEAT_MAX) {
      throw new Misfit(`{n}, {n,} or {n,m} with numbers up to ${REGEX_REPEAT_MAX}, or \\{ for a brace`);
    }
    if (max !== undefined && max < min) throw new Misfit("{n,m} with n no larger than m");
    this.#at = end + 1;
    return [min, max];
  }

  #readItem(): RegexNode {
    const character = this.#take();
    if (character === "(") return this.#readGroup();
    if (character === "[") return { type: "one", characters: this.#readClass() };
    if (character === ".") return { type: "one", characters: anyCharacter };
    if (character === "^") return { type: "assertion", assertion: "start" };
    if (character === "$") return { type: "assertion", assertion: "end" };
    if (character === "\\") return this.#readEscape();
    if (QUANTIFIERS.has(character) || character === "{") throw new Misfit("something to repeat before *, +, ? and {}");
    return literal(toPoint(character));
  }

  #readGroup(): RegexNode {
    if (this.#takes("?") && !this.#takes(":")) {
      throw new Misfit("(…) or (?:…): look-around, named groups and flags are not supported");
    }
    const node = this.#readEither();
    if (!this.#takes(")")) throw new Misfit("a ) for every (");
    return node;
  }

  #readEscape(): RegexNode {
    if (this.#takes("b")) return { type: "assertion", assertion: "boundary" };
    if (this.#takes("B")) return { type: "assertion", assertion: "no-boundary" };
    return { type: "one", characters: { isNegated: false, ranges: this.#readEscaped() } };
  }

  /** Starting after the backslash. */
  #readEscaped(): readonly number[] {
    const character = this.#take();
    const ranges = RANGES_BY_LETTER.get(character);
    if (ranges !== undefined) return ranges;
    const point = CONTROLS.get(character) ?? this.#readCode(character);
    if (point !== undefined) return [point, point];
    if (/[A-Za-z0-9]/.test(character)) {
      throw new Misfit(
        `an escape such as \\. \\d \\w \\s or \\b, and not \\${character}: back references are not supported`,
      );
    }
    return [toPoint(character), toPoint(character)];
  }

  /** `\x41`, `\u0041`. */
  #readCode(letter: string): number | undefined {
    const length = letter === "x" ? 2 : letter === "u" ? 4 : 0;
    if (length === 0) return undefined;
    const digits = this.#characters.slice(this.#at, this.#at + length).join("");
    if (digits.length !== length || !/^[\da-f]+$/i.test(digits)) throw new Misfit(`${length} digits after \\${letter}`);
    this.#at += length;
    return Number.parseInt(digits, 16);
  }

  #readClass(): Characters {
    const isNegated = this.#takes("^");
    const ranges: number[] = [];
    while (!this.#takes("]")) {
      const low = this.#readClassItem();
      const isRange = this.#peek() === "-" && (this.#characters[this.#at + 1] ?? "]") !== "]";
      if (!isRange) ranges.push(...low);
      else {
        this.#at += 1;
        const high = this.#readClassItem();
        if (!isSingle(low) || !isSingle(high) || (low[0] ?? 0) > (high[0] ?? 0)) {
          throw new Misfit("ranges such as [a-z], from the lower to the higher");
        }
        ranges.push(low[0] ?? 0, high[0] ?? 0);
      }
    }
    return { isNegated, ranges };
  }

  #readClassItem(): readonly number[] {
    if (this.#peek() === undefined) throw new Misfit("a ] for every [");
    const character = this.#take();
    if (character !== "\\") return [toPoint(character), toPoint(character)];
    return this.#takes("b") ? [0x08, 0x08] : this.#readEscaped();
  }

  #peek(): string | undefined {
    return this.#characters[this.#at];
  }

  #take(): string {
    const character = this.#peek();
    if (character === undefined) throw new Misfit("a character after the last \\");
    this.#at += 1;
    return character;
  }

  #takes(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at += 1;
    return true;
  }
}

function isSingle(ranges: readonly number[]): boolean {
  return ranges.length === 2 && ranges[0] === ranges[1];
}

function literal(point: number): RegexNode {
  return { type: "one", characters: { isNegated: false, ranges: [point, point] } };
}

function toPoint(character: string): number {
  return character.codePointAt(0) ?? 0;
}
