// Reports the error of a failed command: what happened, what to do about it, and the exit code.
import { neutralise } from "@parley/base";
import { redact } from "@parley/policy";
import { describeError } from "./describe-error.ts";
import { exitCodeOfError } from "./exit-code-of.ts";

export function reportError(error: unknown): number {
  process.stderr.write(`${neutralise(redact(describeError(error)))}\n`);
  return exitCodeOfError(error);
}
