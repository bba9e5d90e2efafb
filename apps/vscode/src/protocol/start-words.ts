// The words that a chat begins with: the extension writes them into its document, and the view draws the same.

export const START_TITLE = "What should be done?";

export function toStartLines(agent: string): readonly string[] {
  return [
    `Describe a task for ${agent}. Agents ask before they change anything.`,
    "@ adds a file, / lists the agent's commands.",
  ];
}

/** What the input of the composer says while it is empty. */
export function toPlaceholder(agent: string): string {
  return `Message ${agent}, @ to add files, / for commands`;
}
