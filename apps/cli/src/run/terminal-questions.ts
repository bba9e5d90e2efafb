// The questions of a run's session, put to the user in plain lines.
import type { Conversation } from "../conversation/conversation.ts";
import { QuestionFeed } from "../chat/question-feed.ts";
import { openTerminalLines } from "../questions/terminal-lines.ts";
import { askInLines } from "./ask-in-lines.ts";
import type { RunOutput } from "./run-output.ts";

export interface TerminalQuestions {
  open(conversation: Conversation, output: RunOutput): void;
  close(): void;
}

/** Undefined without a terminal. */
export function openTerminalQuestions(): TerminalQuestions | undefined {
  const terminal = openTerminalLines();
  if (terminal === undefined) return undefined;
  let feed: QuestionFeed | undefined;
  return {
    open(conversation, output) {
      const ask = askInLines(terminal, conversation.cwd, () => output.settle());
      feed = new QuestionFeed(conversation, { ask, print: ({ text }) => output.note(text) });
    },
    close() {
      feed?.close();
      terminal.close();
    },
  };
}
