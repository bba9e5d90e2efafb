// A command that expands to a prompt with placeholders for its arguments.
import { promptText, sayFailure } from "./answer.ts";
import type { CommandTemplate } from "./command-file.ts";
import type { CommandContext, SlashCommand } from "./command.ts";
import { fillTemplate } from "./fill-template.ts";
import { COMMAND_PROMPT_CHARS_MAX } from "../limits.ts";

export function createTemplateCommand(name: string, file: CommandTemplate): SlashCommand {
  const { description, hint, template } = file;
  return {
    name,
    description,
    // All arguments reach the model, even without a placeholder.
    hint: hint ?? "anything to add",
    run: (rest, context) =>
      sayFailure(async () => {
        await changeSettings(file, context);
        return promptText(fillTemplate(template, rest).slice(0, COMMAND_PROMPT_CHARS_MAX));
      }),
  };
}

/** The session keeps the mode or model, as if the user had selected it. */
async function changeSettings({ modeId, modelId }: CommandTemplate, context: CommandContext): Promise<void> {
  const { settings, modes } = context;
  const mode = modes.find(({ id }) => id === modeId);
  const slot = mode !== undefined && mode.slot !== settings.slot ? mode.slot : undefined;
  const change = {
    ...(slot !== undefined && { slot }),
    ...(modeId !== undefined && modeId !== settings.modeId && { modeId }),
    ...(modelId !== undefined && modelId !== settings.modelId && { modelId }),
  };
  if (Object.keys(change).length > 0) await context.change(change);
}
