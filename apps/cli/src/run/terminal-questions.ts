// Asks the questions of a run's session in plain lines.
import { QuestionFeed } from "../chat/question-feed.ts";
import type { Conversation } from "../conversation/conversation.ts";
import { openTerminalLines } from "../questions/terminal-lines.ts";
import { askInLines } from "./ask-in-lines.ts";
import type { RunOutput } from "./run-output.ts";

export interface TerminalQuestions {
  close(): void;
}

/** Undefined without a terminal. */
export function openTerminalQuestions(conversation: Conversation, output: RunOutput): TerminalQuestions | undefined {
  const terminal = openTerminalLines();
  if (terminal === undefined) return undefined;
  const ask = askInLines(terminal, conversation.cwd, () => output.settle());
  const feed = new QuestionFeed(conversation, { ask, print: ({ text }) => output.note(text) });
  return {
    close() {
      feed.close();
      terminal.close();
    },
  };
}
