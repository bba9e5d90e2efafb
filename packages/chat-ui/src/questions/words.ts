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

const PLACES: Readonly<Record<string, string>> = {
  web: "in the browser",
  terminal: "in the terminal",
  chat: "in the terminal",
  vscode: "in VS Code",
  api: "through the API",
  "acp-rest": "through ACP-REST",
  a2a: "through A2A",
};

export function describeEnd({ state, by }: QuestionEnd): string {
  switch (state) {
    case "answered":
      if (by === undefined) return "Answered in another window";
      if (by.person !== undefined) return `Answered by ${neutralLine(by.person)}`;
      return `Answered ${PLACES[by.surface] ?? `in ${neutralLine(by.surface)}`}`;
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
