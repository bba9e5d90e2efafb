// Checks everything in a request of the native API that becomes a prompt against the caller's rights.
import type { ReplyRequest } from "@parley/contract";
import type { Hub } from "@parley/hub";
import { checkApproval, checkPrompt, checkPromptText } from "../../auth/levels.ts";
import type { Caller } from "../../http/dialect.ts";
import { checkRecipe } from "../recipes/check-recipe.ts";
import { findRecipe } from "../recipes/find-recipe.ts";
import { toBlocks } from "../messages/given-message.ts";

/** Rejects with `forbidden`. */
export async function checkPrompts(hub: Hub, caller: Caller, body: ReplyRequest): Promise<void> {
  if (caller.scopes.has("admin")) return;
  checkApproval(caller, body.approve);
  if (body.user_message !== undefined) checkPrompt(caller, toBlocks(body.user_message));
  for (const { description } of body.plan?.tasks ?? []) checkPromptText(caller, description);
  if (!body.recipe_name) return;
  const { recipe } = await findRecipe(hub, body.recipe_name, body.recipe_version);
  checkRecipe(caller, recipe, body.recipe_values);
}
