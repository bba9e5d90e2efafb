// `parley recipe list`: the recipes in files, what they are for and what they ask for.
import { listRecipeFiles, readRecipeFile } from "@parley/agent/recipes";
import { parseRecipe, type Recipe } from "@parley/hub/recipes";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printTable, say } from "../../output/print.ts";
import { neutralLine } from "../../terminal/neutral-text.ts";
import type { recipeListUsage } from "../../usage/recipe.ts";

interface Listed {
  readonly name: string;
  readonly path: string;
  readonly recipe?: Recipe;
  readonly problem?: string;
}

export const run: Run<typeof recipeListUsage> = async ({ flags }, context) => {
  const files = await listRecipeFiles(context.cwd, context.home);
  const listed = await Promise.all(
    files.map(async (file): Promise<Listed> => ({ ...file, ...(await read(file.path)) })),
  );
  if (flags.json) printJson({ recipes: listed });
  else if (listed.length === 0) say("No recipes here. Make one from a session: parley recipe make SESSION");
  else {
    printTable<Listed>(
      [
        { title: "NAME", text: ({ name }) => neutralLine(name) },
        { title: "PARAMETERS", text: ({ recipe }) => (recipe?.parameters ?? []).map(({ key }) => key).join(", ") },
        {
          title: "ABOUT",
          text: ({ recipe, problem }) => neutralLine(recipe?.description ?? problem ?? ""),
          shrinks: "end",
        },
      ],
      listed,
      context,
    );
  }
  return ExitCodes.endTurn;
};

async function read(path: string): Promise<Pick<Listed, "recipe" | "problem">> {
  try {
    return { recipe: parseRecipe(await readRecipeFile(path)) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
