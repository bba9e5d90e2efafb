// /recipe: turns the conversation into a file that others can run.
import { relative } from "node:path";
import type { Recipe } from "../../modes/one-shot/recipe.ts";
import { toOneLine } from "@parley/base";
import { bullets, inlineCode } from "../../text/markdown.ts";
import { toSentence } from "../../text/sentences.ts";
import { say, sayFailure } from "../answer.ts";
import type { CommandContext, CommandResult, SlashCommand } from "../command.ts";
import { DESCRIPTION_CHARS_MAX, LISTED_MAX } from "../limits.ts";

export const recipeCommand: SlashCommand = {
  name: "recipe",
  description: "Turn this conversation into a reusable recipe file",
  hint: "what the recipe should be for",
  run: (rest, context) => sayFailure(() => makeRecipe(rest, context)),
};

async function makeRecipe(wish: string, context: CommandContext): Promise<CommandResult> {
  const conversation = context.conversationText();
  if (conversation.trim() === "") {
    return say("Nothing to turn into a recipe yet. Do the task once with the agent, then type `/recipe`.");
  }
  // Loaded on first use.
  const { parseRecipe, renderRecipePrompt } = await import("../../modes/one-shot/recipe.ts");
  const { writeRecipe } = await import("../../modes/one-shot/write-recipe.ts");
  const { system, prompt } = renderRecipePrompt(conversation, wish);
  const answer = await context.complete(system, prompt);
  if ("failed" in answer) return say(`No recipe was created: ${toSentence(answer.failed)}`);
  const recipe = parseRecipe(answer.text);
  if ("failed" in recipe) {
    return say(
      `No recipe was created: ${toSentence(recipe.failed)} Try again, describe its purpose, or change the \`/model\`.`,
    );
  }
  return describe(recipe, relative(context.cwd, await writeRecipe(context.cwd, recipe)));
}

function describe({ title, description, activities, parameters }: Recipe, path: string): CommandResult {
  const needs = parameters.map(
    ({ key, description: meaning }) => `${inlineCode(key)}: ${toOneLine(meaning, DESCRIPTION_CHARS_MAX)}`,
  );
  return say(
    `The recipe **${toOneLine(title, DESCRIPTION_CHARS_MAX)}** is in ${inlineCode(path)}.`,
    toOneLine(description, DESCRIPTION_CHARS_MAX),
    needs.length === 0 ? "" : `Parameters:\n\n${bullets(needs, LISTED_MAX)}`,
    `Activities:\n\n${bullets(
      activities.map((one) => toOneLine(one, DESCRIPTION_CHARS_MAX)),
      LISTED_MAX,
    )}`,
    "Review it before sharing: it was written by the model.",
  );
}
