// /undo: reverts the file changes of the last turn.
import type { SlashCommand } from "../command.ts";
import { runSteps } from "../restore-steps.ts";

export const undoCommand: SlashCommand = {
  name: "undo",
  description: "Undo the file changes of the last turn, or of several turns",
  hint: "number of turns",
  run: (rest, context) => runSteps("undo", rest, context),
};
