// Reads what a session brings for its agent's process. Errors name the variable, and never repeat a value.
import { isObject, refuseVariable, toOneLine, VARIABLES_CHARS_MAX, VARIABLES_MAX } from "@parley/base";
import type { GivenProgram, Variables } from "../api/given-launch.ts";
import { SECRET_NAME } from "./fill-secrets.ts";
import { COMMAND_CHARS_MAX, PROGRAM_ARGS_CHARS_MAX, PROGRAM_ARGS_MAX, VARIABLE_IN_ERROR_CHARS_MAX } from "../limits.ts";

/** `field` is where the mistake is, below the value: `args/2`, empty for the value itself. */
export type Parsed<Value> = { readonly value: Value } | { readonly field: string; readonly expected: string };

export function parseVariables(value: unknown): Parsed<Variables> {
  if (!isObject(value)) return { field: "", expected: "an object of environment variables" };
  const entries = Object.entries(value);
  if (entries.length > VARIABLES_MAX) return { field: "", expected: `at most ${VARIABLES_MAX} variables` };
  let chars = 0;
  for (const [name, text] of entries) {
    const field = toOneLine(name, VARIABLE_IN_ERROR_CHARS_MAX);
    const why = refuseVariable(name);
    if (why !== undefined) return { field, expected: `left out: it ${why}` };
    if (typeof text !== "string" || text.includes("\0")) return { field, expected: "a string without NUL characters" };
    chars += name.length + text.length;
  }
  if (chars > VARIABLES_CHARS_MAX) return { field: "", expected: `at most ${VARIABLES_CHARS_MAX} characters in total` };
  return { value: value as Variables };
}

/** Names as a reference has them: `${secret:NAME}`. */
export function parseSecrets(value: unknown): Parsed<Variables> {
  if (!isObject(value)) return { field: "", expected: "an object of secrets by their names" };
  const entries = Object.entries(value);
  if (entries.length > VARIABLES_MAX) return { field: "", expected: `at most ${VARIABLES_MAX} secrets` };
  let chars = 0;
  for (const [name, text] of entries) {
    const field = toOneLine(name, VARIABLE_IN_ERROR_CHARS_MAX);
    if (!SECRET_NAME.test(name)) return { field, expected: 'named with letters, digits, ".", "_" and "-"' };
    if (typeof text !== "string" || text.includes("\0")) return { field, expected: "a string without NUL characters" };
    chars += name.length + text.length;
  }
  if (chars > VARIABLES_CHARS_MAX) return { field: "", expected: `at most ${VARIABLES_CHARS_MAX} characters in total` };
  return { value: value as Variables };
}

export function parseProgram(value: unknown): Parsed<GivenProgram> {
  if (!isObject(value)) return { field: "", expected: "an object with a command" };
  const { command, args = [], env = {} } = value;
  if (typeof command !== "string" || command.trim() === "" || command.includes("\0")) {
    return { field: "command", expected: "the name or the path of a program" };
  }
  if (command.length > COMMAND_CHARS_MAX) {
    return { field: "command", expected: `at most ${COMMAND_CHARS_MAX} characters` };
  }
  if (!Array.isArray(args) || args.length > PROGRAM_ARGS_MAX) {
    return { field: "args", expected: `a list of at most ${PROGRAM_ARGS_MAX} strings` };
  }
  const wrong = args.findIndex((arg) => typeof arg !== "string" || arg.includes("\0"));
  if (wrong !== -1) return { field: `args/${wrong}`, expected: "a string without NUL characters" };
  const texts = args as readonly string[];
  if (texts.reduce((sum, arg) => sum + arg.length, 0) > PROGRAM_ARGS_CHARS_MAX) {
    return { field: "args", expected: `at most ${PROGRAM_ARGS_CHARS_MAX} characters in total` };
  }
  const variables = parseVariables(env);
  if ("value" in variables) return { value: { command, args: texts, env: variables.value } };
  return { field: ["env", variables.field].filter((part) => part !== "").join("/"), expected: variables.expected };
}
