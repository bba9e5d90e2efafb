// Reads the answer of a hook: JSON on stdout, or its exit code.
import { isObject, parseObject, truncate } from "@parley/base";
import { HOOK_WORDS_CHARS_MAX } from "../limits.ts";
import type { HookRun } from "./run-hook.ts";

export interface HookWord {
  readonly decision?: "allow" | "ask" | "deny" | undefined;
  readonly reason?: string | undefined;
  /** Wrapped in an object, because the input may be anything. */
  readonly rewritten?: { readonly input: unknown } | undefined;
  readonly remark?: string | undefined;
}

/** The answer is invalid. */
export interface HookFailure {
  readonly failed: string;
}

type Ended = Exclude<HookRun, "aborted">;

const DENY_CODE = 2;
const DECISIONS = ["allow", "ask", "deny"] as const;

export function readBefore(run: Ended): HookWord | HookFailure {
  if ("failed" in run) return run;
  const { exitCode, stdout, stderr } = run;
  if (exitCode === DENY_CODE) return { decision: "deny", reason: shorten(stderr) };
  if (exitCode !== 0) return { failed: describeExit(exitCode, stderr) };
  return stdout.trim() === "" ? {} : parseAnswer(stdout);
}

/** The call is done, so text that is not JSON is a remark: linters and compilers print plain text. */
export function readAfter(run: Ended): HookWord | HookFailure {
  if ("failed" in run) return run;
  const { exitCode, stdout, stderr } = run;
  if (exitCode === DENY_CODE) return { remark: shorten(stderr) ?? shorten(stdout) };
  if (exitCode !== 0) return { failed: describeExit(exitCode, stderr) };
  if (!stdout.trimStart().startsWith("{")) return { remark: shorten(stdout) };
  return parseAnswer(stdout);
}

function parseAnswer(stdout: string): HookWord | HookFailure {
  const answer = parseObject(stdout);
  if (!isObject(answer)) return { failed: "printed something that is not a JSON object" };
  const { decision, reason, remark } = answer;
  const known = DECISIONS.find((word) => word === decision);
  if (isGiven(decision) && known === undefined) {
    return { failed: `returned a decision that is not one of ${DECISIONS.join(", ")}` };
  }
  if (isGiven(reason) && typeof reason !== "string") return { failed: "returned a reason that is not a string" };
  if (isGiven(remark) && typeof remark !== "string") return { failed: "returned a remark that is not a string" };
  return {
    decision: known,
    reason: typeof reason === "string" ? shorten(reason) : undefined,
    remark: typeof remark === "string" ? shorten(remark) : undefined,
    rewritten: isGiven(answer["input"]) ? { input: answer["input"] } : undefined,
  };
}

function describeExit(exitCode: number, stderr: string): string {
  const words = shorten(stderr);
  return words === undefined ? `exited with code ${exitCode}` : `exited with code ${exitCode}: ${words}`;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Undefined if it is empty. */
function shorten(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  return truncate(trimmed, HOOK_WORDS_CHARS_MAX);
}
