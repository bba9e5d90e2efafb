// The words that a chat begins with: the extension writes them into its document, and the view draws the same.

import { t } from "@parley/base";
export function toStartTitle(): string {
  return t("What should be done?");
}

export function toStartLines(agent: string): readonly string[] {
  return [
    t("Describe a task for {0}. Agents ask before they change anything.", agent),
    t("@ adds a file, / lists the agent's commands."),
  ];
}

/** What the input of the composer says while it is empty. */
export function toPlaceholder(agent: string): string {
  return t("Message {0}, @ to add files, / for commands", agent);
}
