// Runs the configured hooks one after the other; each gets the call as the previous one left it.
//
// A hook before a tool is a safeguard. If it cannot be started, times out, crashes or prints something
// invalid, it has not approved the call, so the user is asked (and autopilot denies it). The call is not denied outright, because a broken script would
// then stop all work, and not allowed, because a broken safeguard protects nothing. An exit code other than 0 and 2 is a
// crash. A hook after a tool cannot deny anything; its failure is a notice.
import type { Sandbox } from "@parley/machine";
import type { HookAnswer } from "@parley/policy";
import { basename } from "node:path";
import { startOf } from "@parley/base";
import type { ToolOutcome } from "../tools/tool.ts";
import type { HookEvent, HookSetting } from "./hook-setting.ts";
import type { BeforeAnswer, HookedCall, Hooks } from "./hooks.ts";
import { HOOK_INPUT_BYTES_MAX, HOOK_NAME_CHARS_MAX, HOOK_OUTCOME_CHARS_MAX } from "../limits.ts";
import { readAfter, readBefore, type HookFailure, type HookWord } from "./read-answer.ts";
import { runHook, type HookRun } from "./run-hook.ts";
import { matchesTool } from "./tool-pattern.ts";

/** `sandbox`: hooks often run what the agent wrote (formatter settings, tests), so they run in the same sandbox as its commands. */
export function createHooks(settings: readonly HookSetting[], sandbox?: Sandbox): Hooks {
  return {
    before: (call, signal) => runBefore(settings, call, sandbox, signal),
    async after(call, outcome, signal) {
      const remarks: string[] = [];
      const notices: string[] = [];
      const told = { ...call, outcome: toTold(outcome) };
      for (const hook of choose(settings, "after_tool", call.tool)) {
        const run = await tell(hook, told, sandbox, signal);
        if (run === "aborted") break;
        const word = readAfter(run);
        if ("failed" in word) notices.push(`The hook ${nameOf(hook)} ${word.failed}`);
        else if (word.remark !== undefined) remarks.push(word.remark);
      }
      return { remarks, notices };
    },
  };
}

async function runBefore(
  settings: readonly HookSetting[],
  call: HookedCall,
  sandbox: Sandbox | undefined,
  signal: AbortSignal,
): Promise<BeforeAnswer> {
  const notices: string[] = [];
  let answer: HookAnswer | undefined;
  let rewritten: HookWord["rewritten"];
  for (const hook of choose(settings, "before_tool", call.tool)) {
    const name = nameOf(hook);
    const run = await tell(hook, { ...call, ...rewritten }, sandbox, signal);
    // The call was cancelled; the answer is a denial in case it is used anyway.
    if (run === "aborted") return { answer: { verdict: "ask", name, reason: "Cancelled" }, notices };
    const word = readBefore(run);
    if (!("failed" in word) && word.rewritten !== undefined) {
      rewritten = word.rewritten;
      // The answer was about the call before it was rewritten.
      if (answer?.verdict === "allow") answer = undefined;
    }
    answer = stricter(answer, toAnswer(name, word));
    if ("failed" in word) notices.push(`The hook ${name} ${word.failed}, so the call needs approval`);
    else if (word.remark !== undefined) notices.push(`${name}: ${word.remark}`);
    if (answer?.verdict === "deny") break;
  }
  return { answer, ...rewritten, notices };
}

function choose(settings: readonly HookSetting[], event: HookEvent, tool: string): readonly HookSetting[] {
  return settings.filter(
    (hook) => hook.event === event && (hook.tools?.some((pattern) => matchesTool(pattern, tool)) ?? true),
  );
}

interface ToldCall extends HookedCall {
  readonly outcome?: { readonly isError: boolean; readonly text: string; readonly isTruncated: boolean } | undefined;
}

async function tell(
  hook: HookSetting,
  call: ToldCall,
  sandbox: Sandbox | undefined,
  signal: AbortSignal,
): Promise<HookRun> {
  const { sessionId, cwd, callId, tool, input = null, outcome } = call;
  const text = JSON.stringify({ event: hook.event, sessionId, cwd, callId, tool, input, outcome });
  if (Buffer.byteLength(text) > HOOK_INPUT_BYTES_MAX) {
    return { failed: `was not run: the call is larger than ${HOOK_INPUT_BYTES_MAX} bytes` };
  }
  // Lets a one-line script work without parsing JSON.
  const env = { PARLEY_HOOK_EVENT: hook.event, PARLEY_HOOK_TOOL: tool };
  return runHook(hook, { cwd, input: `${text}\n`, env, sandbox }, signal);
}

function toTold({ parts, isError = false }: ToolOutcome): NonNullable<ToldCall["outcome"]> {
  const text = parts.map((part) => (part.type === "text" ? part.text : `[image ${part.mimeType}]`)).join("\n");
  const isTruncated = text.length > HOOK_OUTCOME_CHARS_MAX;
  return { isError, text: startOf(text, HOOK_OUTCOME_CHARS_MAX), isTruncated };
}

function toAnswer(name: string, word: HookWord | HookFailure): HookAnswer | undefined {
  if ("failed" in word) return { verdict: "ask", name, reason: `The hook ${name} ${word.failed}` };
  const { decision, reason } = word;
  if (decision === undefined) return undefined;
  return { verdict: decision, name, reason: reason === undefined ? undefined : `The hook ${name}: ${reason}` };
}

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const;

/** Of equal verdicts the first reason is used. */
function stricter(before: HookAnswer | undefined, next: HookAnswer | undefined): HookAnswer | undefined {
  if (before === undefined || next === undefined) return before ?? next;
  return STRICTNESS[next.verdict] > STRICTNESS[before.verdict] ? next : before;
}

/** A short name: for `node check.mjs` both words, because one alone says nothing. */
function nameOf({ command, args }: HookSetting): string {
  const [program = command, script] = args === undefined ? command.trim().split(/\s+/, 1) : [command, args[0]];
  const names = script === undefined || script.startsWith("-") ? [program] : [program, script];
  return names
    .map((name) => basename(name) || name)
    .join(" ")
    .slice(0, HOOK_NAME_CHARS_MAX);
}
