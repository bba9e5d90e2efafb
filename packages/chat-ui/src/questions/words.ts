// The words of questions.
import type { RememberScope } from "@parley/chat-model";
import { neutralLine, truncate, t } from "@parley/base";
import { TITLE_CHARS_MAX } from "../limits.ts";
import type { QuestionEnd } from "./asked-question.ts";

export function describeScope(scope: RememberScope["scope"]): string {
  switch (scope) {
    case "session":
      return t("in this session");
    case "workspace":
      return t("in this folder");
    case "always":
      return t("everywhere");
  }
}

export function describeEnd({ state, by }: QuestionEnd): string {
  switch (state) {
    case "answered":
      if (by === undefined) return t("Answered in another window");
      return by.person === undefined ? describePlace(by.surface) : t("Answered by {0}", neutralLine(by.person));
    case "expired":
      return t("Not answered in time");
    case "cancelled":
      return t("No longer needed");
  }
}

function describePlace(surface: string): string {
  switch (surface) {
    case "web":
      return t("Answered in the browser");
    case "terminal":
    case "chat":
      return t("Answered in the terminal");
    case "vscode":
      return t("Answered in VS Code");
    case "api":
      return t("Answered through the API");
    case "acp-rest":
      return t("Answered through ACP-REST");
    case "a2a":
      return t("Answered through A2A");
    default:
      return t("Answered in {0}", neutralLine(surface));
  }
}

/** How a field or a form is called. */
export function toLabel(text: string): string {
  return neutralLine(truncate(text, TITLE_CHARS_MAX));
}
