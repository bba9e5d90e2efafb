// /compact: replaces the conversation with a summary, to free context.
import { beginning } from "../../text/markdown.ts";
import { say, sayFailure } from "../answer.ts";
import type { SlashCommand } from "../command.ts";
import { COMMAND_SHOWN_CHARS_MAX } from "../../limits.ts";

export const compactCommand: SlashCommand = {
  name: "compact",
  description: "Replace the conversation with a summary, to free context",
  hint: "what matters most",
  run: (rest, context) =>
    sayFailure(async () => {
      const summary = await context.compact(rest === "" ? undefined : rest);
      return say(
        "The conversation was replaced by this summary; the log keeps the original.",
        beginning(summary, COMMAND_SHOWN_CHARS_MAX),
      );
    }),
};
