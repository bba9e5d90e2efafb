// Declares strict.js, which the build writes beside this file.
import type { Decoded } from "./decode.ts";

export interface Validator {
  (value: unknown): boolean;
  /** What was wrong in the last call. */
  errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
}

export declare const validators: { readonly [N in keyof Decoded]: Validator };
