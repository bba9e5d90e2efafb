// The words of questions.
import type { RememberScope } from "@parley/chat-model";
import { neutralLine, truncate } from "@parley/base";
import { TITLE_CHARS_MAX } from "../limits.ts";
import type { QuestionEnd } from "./asked-question.ts";

export const REMEMBER_LABELS: Readonly<Record<RememberScope["scope"], string>> = {
  session: "in this session",
  workspace: "in this folder",
  always: "everywhere",
};

export function describeEnd({ state, by }: QuestionEnd): string {
  switch (state) {
    case "answered":
      return by === undefined ? "Answered in another window" : `Answered by ${neutralLine(by)}`;
    case "expired":
      return "Not answered in time";
    case "cancelled":
      return "No longer needed";
  }
}

/** How a field or a form is called. */
export function toLabel(text: string): string {
  return neutralLine(truncate(text, TITLE_CHARS_MAX));
}
