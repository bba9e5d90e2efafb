// `parley recipe list`: the recipes in files and on the server, with their descriptions and parameters.
import { asInvoked, neutralLine } from "@parley/base";
import { listRecipeFiles, readRecipeFile } from "@parley/agent/recipes";
import { parseRecipe, type Recipe } from "@parley/planning";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { attach } from "../../server/attach.ts";
import { printJson, printTable, printNotice } from "../../output/print.ts";
import { listServerRecipes } from "./server-recipes.ts";
import type { recipeListUsage } from "../../usage/recipe.ts";

interface Listed {
  readonly name: string;
  /** The path, if the recipe is in a file. */
  readonly path?: string;
  /** The id, if the recipe is on the server. */
  readonly id?: string;
  readonly recipe?: Recipe;
  readonly problem?: string;
}

export const run: Run<typeof recipeListUsage> = async ({ flags }, alone) => {
  const context = await attach(flags, alone);
  const files = await listRecipeFiles(context.cwd, context.home);
  const inFiles = files.map(async (file): Promise<Listed> => ({ ...file, ...(await read(file.path)) }));
  const kept = context.server === undefined ? [] : await listServerRecipes(context.server);
  const listed: readonly Listed[] = [
    ...(await Promise.all(inFiles)),
    ...kept.map((one) => ({ ...one, name: one.recipe?.title ?? one.id })),
  ];
  if (flags.json) printJson({ recipes: listed });
  else if (listed.length === 0)
    printNotice(asInvoked("No recipes found. Make one from a session: parley recipe make SESSION"));
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
    // A field of the file is named as it is written there, without the slash of a pointer.
    return { problem: (error instanceof Error ? error.message : String(error)).replace(/^\/(?=[\w$/]+: )/, "") };
  }
}
