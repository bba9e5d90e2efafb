// The parameters of a recipe as a person fills them in, and as the server takes them.
import type { Operations } from "@parley/contract";

export type SavedRecipe = Operations["recipes/list"]["reply"]["recipes"][number];
export type Parameter = NonNullable<SavedRecipe["recipe"]["parameters"]>[number];

export function initialValue({ inputType, default: given, options = [] }: Parameter): string {
  if (given !== undefined) return given;
  if (inputType === "boolean") return "false";
  return inputType === "select" ? (options[0] ?? "") : "";
}

/** Why it cannot be run yet. */
export function findProblem(
  parameters: readonly Parameter[],
  values: Readonly<Record<string, string>>,
): string | undefined {
  for (const { key, inputType, requirement = "required" } of parameters) {
    const value = values[key]?.trim() ?? "";
    if (value === "" && requirement !== "optional") return `${key} is required.`;
    if (value !== "" && inputType === "number" && !Number.isFinite(Number(value))) return `${key} is not a number.`;
  }
  return undefined;
}

/** Empty ones are left out, so that defaults count. */
export function toParameters(
  parameters: readonly Parameter[],
  values: Readonly<Record<string, string>>,
): Record<string, string | number | boolean> {
  const given: Record<string, string | number | boolean> = {};
  for (const { key, inputType } of parameters) {
    const value = values[key]?.trim() ?? "";
    if (value === "") continue;
    if (inputType === "number") given[key] = Number(value);
    else given[key] = inputType === "boolean" ? value === "true" : value;
  }
  return given;
}
