// /redo: what was taken back is done again.
import type { SlashCommand } from "../command.ts";
import { runSteps } from "../restore-steps.ts";

export const redoCommand: SlashCommand = {
  name: "redo",
  description: "Does again what /undo took back",
  hint: "number of turns",
  run: (rest, context) => runSteps("redo", rest, context),
};
