// /recipe: turns the conversation into a file that others can run.
import { relative } from "node:path";
import { ParleyError, toOneLine } from "@parley/base";
import type { Recipe } from "@parley/planning";
import { bullets, inlineCode } from "../../text/markdown.ts";
import { toSentence } from "../../text/sentences.ts";
import { say, sayFailure } from "../answer.ts";
import type { CommandContext, CommandResult, SlashCommand } from "../command.ts";
import { COMMAND_DESCRIPTION_CHARS_MAX, LISTED_MAX } from "../../limits.ts";

export const recipeCommand: SlashCommand = {
  name: "recipe",
  description: "Turn this conversation into a reusable recipe file",
  hint: "what the recipe should be for",
  run: (rest, context) => sayFailure(() => makeRecipe(rest, context)),
};

async function makeRecipe(request: string, context: CommandContext): Promise<CommandResult> {
  const conversation = context.conversationText();
  if (conversation.trim() === "") {
    return say("Nothing to turn into a recipe yet. Do the task once with the agent, then type `/recipe`.");
  }
  // Loaded on first use.
  const { readProposedRecipe, RECIPE_MAKER_INSTRUCTIONS, renderRecipePrompt } = await import("@parley/planning");
  const { writeRecipe } = await import("../../modes/one-shot/write-recipe.ts");
  const answer = await context.complete(RECIPE_MAKER_INSTRUCTIONS, renderRecipePrompt(conversation, request));
  if ("failed" in answer) return say(`No recipe was created: ${toSentence(answer.failed)}`);
  let recipe: Recipe;
  try {
    recipe = readProposedRecipe(answer.text);
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    const why = "the model's answer is not a usable recipe";
    return say(
      `No recipe was created: ${why} (${error.message}). Try again, describe its purpose, or change the \`/model\`.`,
    );
  }
  return describe(recipe, relative(context.cwd, await writeRecipe(context.cwd, recipe)));
}

function describe({ title, description, activities = [], parameters = [] }: Recipe, path: string): CommandResult {
  const needs = parameters.map(
    ({ key, description: meaning }) => `${inlineCode(key)}: ${toOneLine(meaning, COMMAND_DESCRIPTION_CHARS_MAX)}`,
  );
  return say(
    `The recipe **${toOneLine(title, COMMAND_DESCRIPTION_CHARS_MAX)}** is in ${inlineCode(path)}.`,
    toOneLine(description, COMMAND_DESCRIPTION_CHARS_MAX),
    needs.length === 0 ? "" : `Parameters:\n\n${bullets(needs, LISTED_MAX)}`,
    activities.length === 0
      ? ""
      : `Activities:\n\n${bullets(
          activities.map((one) => toOneLine(one, COMMAND_DESCRIPTION_CHARS_MAX)),
          LISTED_MAX,
        )}`,
    "Review it before sharing: it was written by the model.",
  );
}
