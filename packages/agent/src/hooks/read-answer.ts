// What a hook meant: by JSON on its stdout, or by its exit code.
import { isObject, parseObject, truncate } from "@parley/base";
import { HOOK_WORDS_CHARS_MAX } from "./limits.ts";
import type { HookRun } from "./run-hook.ts";

export interface HookWord {
  readonly decision?: "allow" | "ask" | "deny" | undefined;
  readonly reason?: string | undefined;
  /** In an object of its own: the input may be anything. */
  readonly rewritten?: { readonly input: unknown } | undefined;
  readonly remark?: string | undefined;
}

/** It cannot be known what it meant. */
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

/** There is nothing left to forbid. What is not JSON is a remark: linters and compilers write plain text. */
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
  if (!isObject(answer)) return { failed: "wrote something that is no JSON object" };
  const { decision, reason, remark } = answer;
  const known = DECISIONS.find((word) => word === decision);
  if (isGiven(decision) && known === undefined) {
    return { failed: `answered with a decision that is none of ${DECISIONS.join(", ")}` };
  }
  if (isGiven(reason) && typeof reason !== "string") return { failed: "answered with a reason that is no text" };
  if (isGiven(remark) && typeof remark !== "string") return { failed: "answered with a remark that is no text" };
  return {
    decision: known,
    reason: typeof reason === "string" ? shorten(reason) : undefined,
    remark: typeof remark === "string" ? shorten(remark) : undefined,
    rewritten: isGiven(answer["input"]) ? { input: answer["input"] } : undefined,
  };
}

function describeExit(exitCode: number, stderr: string): string {
  const words = shorten(stderr);
  return words === undefined ? `ended with exit code ${exitCode}` : `ended with exit code ${exitCode}: ${words}`;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Undefined if nothing is left. */
function shorten(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  return truncate(trimmed, HOOK_WORDS_CHARS_MAX);
}
