// Checks the user's answer to a form, including patterns, which come from the agent and are matched with a time limit.
import { checkFormAnswer, type ElicitationSchema, type FormProblem } from "@parley/acp";
import { runInNewContext } from "node:vm";
import { PATTERN_CHARS_MAX, PATTERN_MS_MAX } from "../../limits.ts";

/** The first problem, in the order of the form. Also for surfaces, so that they do not send an invalid answer. */
export function checkElicitationAnswer(
  schema: ElicitationSchema,
  content: Readonly<Record<string, unknown>>,
): FormProblem | undefined {
  return checkFormAnswer(schema, content, matches);
}

/** Matching may take forever. If it times out, the check is left to the agent. */
function matches(pattern: string, text: string): boolean {
  if (pattern.length > PATTERN_CHARS_MAX) return true;
  try {
    const code = "new RegExp(pattern, 'u').test(text)";
    return runInNewContext(code, { pattern, text }, { timeout: PATTERN_MS_MAX }) !== false;
  } catch {
    return true;
  }
}
