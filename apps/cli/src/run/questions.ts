// Chooses what answers the agent's questions in a run: the user at the terminal, or `--approve`.
import type { Settings } from "@parley/base";
import type { Ask } from "@parley/client";
import { openTerminalLines } from "../questions/terminal-lines.ts";
import { allowAll, rejectWithoutTerminal, rejectAll, type AutomaticAsk } from "./answer-by-rule.ts";
import { askInLines } from "./ask-in-lines.ts";

export interface Questions {
  readonly ask: Ask;
  /** Whether there was a question that no user could answer. */
  readonly hadUnansweredQuestion: boolean;
  close(): void;
}

/** `settle` ends a line that is open on stdout. */
export function openQuestions(approve: Settings["approve"], cwd: string, settle: () => void): Questions {
  switch (approve) {
    case "all":
      return automatic(allowAll());
    case "none":
    case "rules":
      return automatic(rejectAll(approve));
    case "ask": {
      const terminal = openTerminalLines();
      if (terminal === undefined) return automatic(rejectWithoutTerminal());
      return { ask: askInLines(terminal, cwd, settle), hadUnansweredQuestion: false, close: () => terminal.close() };
    }
  }
}

function automatic(ask: AutomaticAsk): Questions {
  return {
    ask,
    get hadUnansweredQuestion() {
      return ask.hadUnansweredQuestion;
    },
    close: () => undefined,
  };
}
