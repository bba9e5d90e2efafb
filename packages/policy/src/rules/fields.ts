// Reads the fields of one rule and keeps the first problem. An unknown field is a problem, too, because a misspelt
// condition would make the rule cover more than its author meant.
import { describeKnownNames } from "@parley/base";
import { NAME_CHARS_MAX, PATTERNS_MAX } from "../limits.ts";
import { compileGlob, type Glob } from "../patterns/glob.ts";
import { compileWildcard, type Wildcard } from "../patterns/wildcard.ts";

export interface Misfit {
  readonly field: string;
  readonly expected: string;
}

export type RawRule = Readonly<Record<string, unknown>>;

export class Fields {
  readonly #raw: RawRule;
  readonly #read = new Set<string>();
  #misfit: Misfit | undefined;

  constructor(raw: RawRule) {
    this.#raw = raw;
  }

  has(field: string): boolean {
    return this.#raw[field] !== undefined;
  }

  fail(field: string, expected: string): void {
    this.#misfit ??= { field, expected };
  }

  /** Undefined if absent. */
  text(field: string): string | undefined {
    const value = this.#take(field);
    if (value === undefined) return undefined;
    if (typeof value === "string" && value !== "" && value.length <= NAME_CHARS_MAX) return value;
    this.fail(field, `a string of 1 to ${NAME_CHARS_MAX} characters`);
    return undefined;
  }

  /** A single text is a list of one. Empty if absent; if present, there must be `min` at least. */
  texts(field: string, min = 1): readonly string[] {
    const value = this.#take(field);
    if (value === undefined) return [];
    const list: unknown[] = Array.isArray(value) ? value : [value];
    if (list.length >= min && list.length <= PATTERNS_MAX && list.every((item) => typeof item === "string"))
      return list;
    this.fail(field, `a string, or a list of ${min} to ${PATTERNS_MAX} strings`);
    return [];
  }

  oneOf<Value extends string>(field: string, values: readonly Value[]): Value | undefined {
    const value = this.#take(field);
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) this.fail(field, `one of ${values.join(", ")}`);
    return found;
  }

  someOf<Value extends string>(field: string, values: readonly Value[], min = 1): readonly Value[] {
    const found = this.texts(field, min).map((text) => values.find((value) => value === text));
    const known = found.filter((value) => value !== undefined);
    if (known.length < found.length) this.fail(field, `one or more of ${values.join(", ")}`);
    return known;
  }

  globs(field: string, min = 1): readonly Glob[] {
    const globs: Glob[] = [];
    for (const text of this.texts(field, min)) {
      const compiled = compileGlob(text);
      if ("expected" in compiled) this.fail(field, compiled.expected);
      else globs.push(...compiled.globs);
    }
    if (globs.length > PATTERNS_MAX) this.fail(field, `at most ${PATTERNS_MAX} globs`);
    return globs;
  }

  /** Names are compared in lower case. */
  wildcards(field: string): readonly Wildcard[] {
    const compiled = this.texts(field).map((text) => compileWildcard(text.toLowerCase()));
    const wildcards = compiled.filter((wildcard) => wildcard !== undefined);
    if (wildcards.length < compiled.length) this.fail(field, "names of a reasonable length, with * and ?");
    return wildcards;
  }

  /** The first problem, which may be an unknown field. */
  finish(known: readonly string[]): Misfit | undefined {
    const unknown = Object.keys(this.#raw).find((field) => !this.#read.has(field));
    if (unknown !== undefined) this.fail(unknown, describeKnownNames(unknown, known));
    return this.#misfit;
  }

  #take(field: string): unknown {
    this.#read.add(field);
    return this.#raw[field];
  }
}
