// /thinking: how long the model thinks before it answers.
import { THINKING_LEVELS } from "../../models/model.ts";
import { inlineCode } from "../../text/markdown.ts";
import { say, sayFailure } from "../answer.ts";
import type { SlashCommand } from "../command.ts";

export const thinkingCommand: SlashCommand = {
  name: "thinking",
  description: "Show or change how long the model thinks before it answers",
  hint: THINKING_LEVELS.join(" | "),
  run: (rest, context) =>
    sayFailure(async () => {
      const levels = THINKING_LEVELS.map(inlineCode).join(", ");
      const level = THINKING_LEVELS.find((name) => name === rest.toLowerCase());
      if (rest !== "" && level === undefined) return say(`Level ${inlineCode(rest)} not found. Available: ${levels}.`);
      const { thinking } = context.settings;
      if (level === undefined)
        return say(`Thinking is ${inlineCode(thinking)}. Change it with \`/thinking level\`: ${levels}.`);
      if (level === thinking) return say(`Thinking is already ${inlineCode(level)}.`);
      await context.change({ thinking: level });
      const model = (await context.models()).find(({ id }) => id === context.settings.modelId);
      const remark =
        model?.thinks === false ? `${inlineCode(model.id)} does not support thinking; another \`/model\` may.` : "";
      return say(`Thinking is now ${inlineCode(level)}. ${remark}`.trim());
    }),
};
