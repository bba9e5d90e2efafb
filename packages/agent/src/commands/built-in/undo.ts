// /undo: files go back to how they were before the last turn that changed some.
import type { SlashCommand } from "../command.ts";
import { runSteps } from "../restore-steps.ts";

export const undoCommand: SlashCommand = {
  name: "undo",
  description: "Takes back what the last turn changed in your files, or the last few turns",
  hint: "number of turns",
  run: (rest, context) => runSteps("undo", rest, context),
};
