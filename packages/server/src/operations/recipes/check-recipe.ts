// Checks the prompts of a recipe against the rights of the caller that runs it.
import type { Recipe } from "@parley/planning";
import { checkPromptText } from "../../auth/levels.ts";
import type { Caller } from "../../http/dialect.ts";

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
