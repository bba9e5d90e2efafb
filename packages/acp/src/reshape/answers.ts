// Requests of another form are answered in that form: how they are recognised, and how the answer is converted.
import { isObject } from "@parley/base";
import type { Fields } from "../decode-trail.ts";

/** Checks the params before they are decoded. */
export const asked = {
  withPlainOptions: ({ options }: Fields): boolean =>
    Array.isArray(options) && options.some((option) => typeof option === "string"),
  /** A tool call that is left out or has an empty id, or fields of it that are one object or JSON text. */
  inPlainStructs: ({ sessionId, toolCall }: Fields): boolean => {
    if (typeof sessionId !== "string") return false;
    if (!isObject(toolCall)) return toolCall === undefined || toolCall === null;
    const { toolCallId, content, rawInput } = toolCall;
    return toolCallId === "" || isObject(content) || typeof rawInput === "string";
  },
  withoutSession: ({ sessionId }: Fields): boolean => sessionId === undefined,
};

/** An answer of the schema → one that the sender reads. Unknown fields do no harm there. */
export const answers = {
  toOption: ({ outcome }: Fields): Fields => {
    const isSelected = isObject(outcome) && outcome["outcome"] === "selected";
    return { option: isSelected ? outcome["optionId"] : "cancelled" };
  },
  addSelectedOption: (answer: Fields): Fields => {
    const { outcome } = answer;
    if (!isObject(outcome) || outcome["outcome"] !== "selected") return answer;
    return { ...answer, outcome: { ...outcome, selectedOption: { optionId: outcome["optionId"] } } };
  },
  addExitCode: (answer: Fields): Fields => {
    const { exitStatus } = answer;
    return { ...answer, exitCode: isObject(exitStatus) ? (exitStatus["exitCode"] ?? null) : null };
  },
  addExitStatus: (answer: Fields): Fields => {
    const { exitCode, signal } = answer;
    return { ...answer, exitStatus: { exitCode, signal } };
  },
};
