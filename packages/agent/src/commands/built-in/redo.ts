// /redo: reapplies what /undo reverted.
import type { SlashCommand } from "../command.ts";
import { runSteps } from "../restore-steps.ts";

export const redoCommand: SlashCommand = {
  name: "redo",
  description: "Reapply the changes that /undo reverted",
  hint: "number of turns",
  run: (rest, context) => runSteps("redo", rest, context),
};
