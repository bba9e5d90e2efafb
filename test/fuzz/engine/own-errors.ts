// What code may throw for a bad input: an error of ours that says what is wrong, never whatever happened to break.
import { ParleyError } from "@parley/base";
import { BrokenPromise } from "./target.ts";

/** Undefined if it was refused. */
export async function allowRefusal<Value>(work: () => Value | Promise<Value>): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    if (error.message.trim() === "") throw new BrokenPromise(`an error without words: ${error.code}`);
    return undefined;
  }
}
