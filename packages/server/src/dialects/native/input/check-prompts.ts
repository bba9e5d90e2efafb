// Everything in a request of the native API that becomes a prompt, held to what its caller may say.
import type { Recipe } from "@parley/planning";
import { checkPrompt, checkPromptText } from "../../../auth/levels.ts";
import type { Caller } from "../../../http/dialect.ts";
import type { Native } from "../native.ts";
import { findRecipe } from "../reply/find-recipe.ts";
import type { ReplyRequest } from "../schemas/reply.ts";
import { toBlocks } from "../translate/given-message.ts";

/** Rejects with `forbidden`. */
export async function checkPrompts({ hub }: Native, caller: Caller, body: ReplyRequest): Promise<void> {
  if (caller.scopes.has("admin")) return;
  if (body.user_message !== undefined) checkPrompt(caller, toBlocks(body.user_message));
  for (const { description } of body.plan?.tasks ?? []) checkPromptText(caller, description);
  if (!body.recipe_name) return;
  const { recipe } = await findRecipe(hub, body.recipe_name, body.recipe_version);
  checkRecipe(caller, recipe, body.recipe_values);
}

/** The caller that runs a recipe needs the rights for its prompts, regardless of who saved it. */
export function checkRecipe(
  caller: Caller,
  { instructions, prompt, parameters = [] }: Recipe,
  values: Readonly<Record<string, unknown>> = {},
): void {
  const defaults = Object.fromEntries(parameters.map(({ key, default: value }) => [key, value]));
  const all: Readonly<Record<string, unknown>> = { ...defaults, ...values };
  const fill = (text: string): string =>
    text.replaceAll(/\{\{\s*([\w-]+)\s*\}\}/g, (_, key: string) => {
      const value = all[key];
      return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
    });
  for (const text of [instructions, prompt]) if (text !== undefined) checkPromptText(caller, fill(text));
}
