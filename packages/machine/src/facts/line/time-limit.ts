// Reads a long line with a time limit. A parser cannot be interrupted from outside, but code called by a `node:vm` script can.
import { createContext, runInContext, type Context } from "node:vm";
import { READ_MS_MAX, UNTIMED_CHARS_MAX } from "../../limits.ts";

interface Sandbox extends Context {
  run: (() => void) | undefined;
}

const TIMED_OUT = "ERR_SCRIPT_EXECUTION_TIMEOUT";
let sandbox: Sandbox | undefined;

/** False if it took too long, or overflowed the stack. */
export function runWithin(chars: number, run: () => void): boolean {
  try {
    if (chars <= UNTIMED_CHARS_MAX) run();
    else runTimed(run);
    return true;
  } catch (error) {
    if (isOverLimit(error)) return false;
    throw error;
  }
}

function runTimed(run: () => void): void {
  sandbox ??= createContext({ run: undefined }) as Sandbox;
  sandbox.run = run;
  try {
    runInContext("run()", sandbox, { timeout: READ_MS_MAX });
  } finally {
    sandbox.run = undefined;
  }
}

/** The error of a time limit comes from the script's realm, where `Error` is a different class. */
function isOverLimit(error: unknown): boolean {
  if (error instanceof RangeError) return true;
  return typeof error === "object" && error !== null && "code" in error && error.code === TIMED_OUT;
}
