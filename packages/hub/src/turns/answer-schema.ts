// Structured answers: the instruction for the agent, checking its answer against the JSON Schema, and the retry.
import { ParleyError, parseJson, isObject, findJson } from "@parley/base";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { runInNewContext } from "node:vm";
import { SCHEMA_CHARS_MAX, SCHEMA_CHECK_MS_MAX, SCHEMA_ERRORS_SHOWN_MAX } from "../limits.ts";

type CheckedAnswer = { readonly value: unknown } | { readonly problem: string };

export interface AnswerSchema {
  /** Goes with the prompt. */
  readonly instruction: string;
  /**
   * Prompts the agent, and once more if its answer does not fit; then it rejects with `invalid_message`. A turn that ends otherwise than
   * with `end_turn` has no answer to check. The second call of `ask` gets the text to send instead of the prompt.
   */
  ask<Ending extends TurnEnd>(ask: (retry?: string) => Promise<AskedTurn<Ending>>): Promise<FittingTurn<Ending>>;
}

interface TurnEnd {
  readonly error?: unknown;
  readonly stopReason?: string | undefined;
}

interface AskedTurn<Ending> {
  readonly ending: Ending;
  /** The agent's answer. */
  readonly said: string;
}

interface FittingTurn<Ending> {
  readonly ending: Ending;
  readonly answer?: { readonly value: unknown };
}

/** Throws `bad_input` if it is not a schema. `field`: its name in the request. */
export function compileSchema(schema: unknown, field: string): AnswerSchema {
  const text = JSON.stringify(schema);
  if (!isObject(schema)) throw wrong(field, "expected an object");
  if (text.length > SCHEMA_CHARS_MAX) throw wrong(field, `is over ${SCHEMA_CHARS_MAX} characters`);
  const validate = compile(schema, field);
  const check = (answer: string): CheckedAnswer => {
    const plain = parsePlain(answer);
    // The answer may be null.
    const value = plain === undefined ? findJson(answer)[0] : plain;
    if (value === undefined) return { problem: "the answer has no JSON in it" };
    return fitsInTime(validate, value, field) ? { value } : { problem: describe(validate.errors ?? []) };
  };
  return {
    instruction: `Answer with JSON alone, without any other text, that is valid against this JSON Schema:\n${text}`,
    ask: async (ask) => {
      const first = await ask();
      if (!hasAnswer(first.ending)) return { ending: first.ending };
      const answer = check(first.said);
      if ("value" in answer) return { ending: first.ending, answer };
      const second = await ask(
        `Your answer does not fit: ${answer.problem}. Answer once more, with JSON alone that is valid against this JSON Schema:\n${text}`,
      );
      if (!hasAnswer(second.ending)) return { ending: second.ending };
      const again = check(second.said);
      if ("value" in again) return { ending: second.ending, answer: again };
      const message = `The agent's answer does not fit the JSON Schema, after a second try: ${again.problem}`;
      throw new ParleyError({ code: "invalid_message", message });
    },
  };
}

function hasAnswer({ error, stopReason }: TurnEnd): boolean {
  return error === undefined && stopReason === "end_turn";
}

/** A single number or string is also JSON. */
function parsePlain(answer: string): unknown {
  try {
    return parseJson(answer);
  } catch {
    return undefined; // It may have text around it, or not be JSON at all.
  }
}

function compile(schema: object, field: string): ValidateFunction {
  // References stay within the schema: nothing is fetched.
  const ajv = new Ajv2020({ allErrors: false, strict: false, validateFormats: false, logger: false });
  try {
    const { $schema: _dialect, ...plain } = schema as { readonly $schema?: unknown };
    return ajv.compile(plain);
  } catch (cause) {
    // The first error says what is wrong; the others are about the alternatives of the same place.
    const [first] = ajv.errors ?? [];
    const why = first === undefined ? (cause instanceof Error ? cause.message : String(cause)) : describe([first]);
    throw wrong(field, `is not a JSON Schema: ${why}`, cause);
  }
}

/** A pattern may take forever and would stop the whole server, and references can be a loop. */
function fitsInTime(validate: ValidateFunction, value: unknown, field: string): boolean {
  const check = (): boolean => validate(value);
  try {
    return runInNewContext("check()", { check }, { timeout: SCHEMA_CHECK_MS_MAX }) === true;
  } catch (cause) {
    const message = `The answer could not be checked: ${field} is too complex. Simplify its patterns and references`;
    throw new ParleyError({ code: "bad_input", message, cause });
  }
}

function describe(errors: readonly ErrorObject[]): string {
  const lines = errors.slice(0, SCHEMA_ERRORS_SHOWN_MAX);
  return lines.map(({ instancePath, message = "is wrong" }) => `${instancePath || "the value"} ${message}`).join("; ");
}

function wrong(field: string, why: string, cause?: unknown): ParleyError {
  return new ParleyError({ code: "bad_input", message: `${field}: ${why}`, cause });
}
