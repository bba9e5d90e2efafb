// The judge's prompt and verdict. Anything unclear is left to the user.
import type { Danger } from "@parley/policy";
import { isObject, quoteMaterial, findJson, truncateStart, truncate } from "@parley/base";
import { messageOf } from "../../text/sentences.ts";
import { judge } from "../assistant/judge.ts";
import { JUDGED_CHARS_MAX, VERDICT_REASON_CHARS_MAX } from "../../limits.ts";
import { textOf, type RenderedPrompt } from "./rendered-prompt.ts";

export interface JudgedCall {
  /** As the user would see it: the command or the path. */
  readonly title: string;
  /** The model's input for the tool. */
  readonly input?: unknown;
  /** What policy would ask about, with reasons and risks. */
  readonly worries: readonly {
    readonly kind: string;
    readonly subject: string;
    readonly reason: string;
    readonly danger?: Danger | undefined;
  }[];
  readonly cwd: string;
  /** The user's prompt in this turn; undefined if unknown. */
  readonly request?: string | undefined;
}

export interface JudgedVerdict {
  readonly verdict: "allow" | "ask" | "deny";
  readonly reason: string;
}

const VERDICTS = ["allow", "ask", "deny"] as const;

/** Always uses the built-in judge's instructions, so that a project mode named judge cannot replace them. */
export function renderJudgePrompt({ title, input, worries, cwd, request = "(unknown)" }: JudgedCall): RenderedPrompt {
  const call = toJson({ worries, workingFolder: cwd, title, input });
  const parts = [
    quoteMaterial("request", truncateStart(request.trim(), JUDGED_CHARS_MAX)),
    quoteMaterial("call", truncate(call, JUDGED_CHARS_MAX)),
    ...(call.length > JUDGED_CHARS_MAX ? ["The call is too long to be shown completely: do not allow it."] : []),
    'Answer with JSON alone: {"reason": "one sentence", "verdict": "allow" | "ask" | "deny"}',
  ];
  return { system: judge.instructions, prompt: parts.join("\n\n") };
}

/** Anything but one clear answer counts as `ask`. */
export function parseVerdict(text: string): JudgedVerdict {
  const answers = findJson(text).flatMap((value) => (isObject(value) && "verdict" in value ? [value] : []));
  const verdicts = new Set(answers.map(({ verdict }) => VERDICTS.find((known) => known === verdict)));
  const [verdict, ...others] = verdicts;
  if (verdict === undefined || others.length > 0) return { verdict: "ask", reason: "The judge gave no clear answer" };
  const reason = answers
    .map((answer) => textOf(answer, ["reason"], VERDICT_REASON_CHARS_MAX))
    .find((one) => one !== undefined);
  // An approval without a reason does not count.
  if (verdict === "allow" && reason === undefined) return { verdict: "ask", reason: "The judge gave no reason" };
  return { verdict, reason: reason ?? "The judge gave no reason" };
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value, undefined, 1);
  } catch (error) {
    return `It cannot be shown: ${messageOf(error)}`;
  }
}
