// An answer that has to fit a JSON Schema: what the agent is told, how its text is read and checked, what it is told if it does not fit.
import { ParleyError } from "@parley/base";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { parseJsonInText } from "./text/json-in-text.ts";
import { SCHEMA_CHARS_MAX, SCHEMA_ERRORS_SHOWN_MAX } from "./text/limits.ts";

export type CheckedAnswer = { readonly value: unknown } | { readonly problem: string };

export interface AnswerSchema {
  /** Goes before the prompt. */
  readonly instruction: string;
  check(text: string): CheckedAnswer;
  /** Asks once more, after an answer that does not fit. */
  retry(problem: string): string;
}

/** Throws `bad_input` if it is not a schema. `field`: where it was given. */
export function compileSchema(schema: unknown, field: string): AnswerSchema {
  const text = JSON.stringify(schema);
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) throw wrong(field, "expected an object");
  if (text.length > SCHEMA_CHARS_MAX) throw wrong(field, `is over ${SCHEMA_CHARS_MAX} characters`);
  const validate = compile(schema, field);
  return {
    instruction: `Answer with JSON alone, without any other text, that is valid against this JSON Schema:\n${text}`,
    check: (answer) => {
      const value = parsePlain(answer) ?? parseJsonInText(answer);
      if (value === undefined) return { problem: "the answer has no JSON in it" };
      return validate(value) ? { value } : { problem: describe(validate.errors ?? []) };
    },
    retry: (problem) =>
      `Your answer does not fit: ${problem}. Answer once more, with JSON alone that is valid against this JSON Schema:\n${text}`,
  };
}

/** A number or a text alone is JSON, too. */
function parsePlain(answer: string): unknown {
  try {
    return JSON.parse(answer) as unknown;
  } catch {
    return undefined; // Something stands around it, or it is none.
  }
}

function compile(schema: object, field: string): ValidateFunction {
  try {
    // References stay within the schema: nothing is fetched.
    const ajv = new Ajv2020({ allErrors: false, strict: false, validateFormats: false, logger: false });
    const { $schema: _dialect, ...plain } = schema as { readonly $schema?: unknown };
    return ajv.compile(plain);
  } catch (cause) {
    throw wrong(field, `is not a JSON Schema: ${cause instanceof Error ? cause.message : String(cause)}`, cause);
  }
}

function describe(errors: readonly ErrorObject[]): string {
  const lines = errors.slice(0, SCHEMA_ERRORS_SHOWN_MAX);
  return lines.map(({ instancePath, message = "is wrong" }) => `${instancePath || "the value"} ${message}`).join("; ");
}

function wrong(field: string, why: string, cause?: unknown): ParleyError {
  return new ParleyError({ code: "bad_input", message: `${field}: ${why}`, cause });
}
