// Parses an external recipe; an error names the invalid field.
import { parseJson, describeKnownNames } from "@parley/base";
import type { McpServer } from "@parley/acp";
import { decode, isUnknown } from "@parley/acp/decode";
import { badField, fieldOf, readList, readObject, readOptionalText, readText, type Field } from "../fields.ts";
import {
  ACTIVITIES_MAX,
  ACTIVITY_CHARS_MAX,
  RECIPE_DESCRIPTION_CHARS_MAX,
  RECIPE_EXTENSIONS_MAX,
  RECIPE_TEXT_CHARS_MAX,
  RECIPE_TITLE_CHARS_MAX,
} from "../limits.ts";
import { parseParameters } from "./parse-parameter.ts";
import { findKeys } from "./placeholders.ts";
import type { Recipe } from "./recipe.ts";

export const RECIPE_VERSION = "1.0.0";

export const RECIPE_FIELDS = [
  "$schema",
  "version",
  "title",
  "description",
  "instructions",
  "prompt",
  "activities",
  "parameters",
  "agent",
  "extensions",
  // From goose: its author and model. They do not change what the recipe does.
  "author",
  "settings",
] as const;
const FIELDS: ReadonlySet<string> = new Set(RECIPE_FIELDS);

/** Throws `bad_input`. */
export function parseRecipe(value: unknown): Recipe {
  const recipe: Field = { value, path: "" };
  for (const name of Object.keys(readObject(recipe))) {
    // A dropped server would only be noticed when the recipe runs.
    if (!FIELDS.has(name))
      throw badField({ path: `/${name}` }, `unknown field; expected ${describeKnownNames(name, RECIPE_FIELDS)}`);
  }
  const instructions = readOptionalText(fieldOf(recipe, "instructions"), RECIPE_TEXT_CHARS_MAX);
  const prompt = readOptionalText(fieldOf(recipe, "prompt"), RECIPE_TEXT_CHARS_MAX);
  if (instructions === undefined && prompt === undefined) {
    throw badField({ path: "/instructions" }, "expected instructions, a prompt or both");
  }
  const activities = readList(fieldOf(recipe, "activities"), ACTIVITIES_MAX);
  const parameters = parseParameters(fieldOf(recipe, "parameters"));
  const agent = readOptionalText(fieldOf(recipe, "agent"), RECIPE_TITLE_CHARS_MAX);
  const extensions = parseExtensions(fieldOf(recipe, "extensions"));
  const parsed: Recipe = {
    version: readOptionalText(fieldOf(recipe, "version"), RECIPE_TITLE_CHARS_MAX) ?? RECIPE_VERSION,
    title: readText(fieldOf(recipe, "title"), RECIPE_TITLE_CHARS_MAX),
    description: readText(fieldOf(recipe, "description"), RECIPE_DESCRIPTION_CHARS_MAX),
    ...(instructions === undefined ? {} : { instructions }),
    ...(prompt === undefined ? {} : { prompt }),
    ...(activities.length === 0 ? {} : { activities: activities.map((one) => readText(one, ACTIVITY_CHARS_MAX)) }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(agent === undefined ? {} : { agent }),
    ...(extensions.length === 0 ? {} : { extensions }),
  };
  checkKeys(parsed);
  return parsed;
}

/** MCP servers as ACP has them. */
export function parseExtensions(field: Field): readonly McpServer[] {
  return readList(field, RECIPE_EXTENSIONS_MAX).map((item) => {
    // A copy, because the decoder works in place and the value belongs to the caller.
    const server = decode("McpServer", item.value === undefined ? undefined : parseJson(JSON.stringify(item.value)));
    if (!server.ok) throw badField({ path: item.path + server.error.path }, `expected ${server.error.expected}`);
    if (isUnknown(server.value)) throw badField(item, "an MCP server of an unknown type");
    return server.value;
  });
}

function checkKeys(recipe: Recipe): void {
  const declared = new Set((recipe.parameters ?? []).map(({ key }) => key));
  const texts: readonly (readonly [path: string, text: string | undefined])[] = [
    ["/instructions", recipe.instructions],
    ["/prompt", recipe.prompt],
    ...(recipe.activities ?? []).map((text, index) => [`/activities/${index}`, text] as const),
  ];
  for (const [path, text = ""] of texts) {
    const unknown = findKeys(text).find((key) => !declared.has(key));
    if (unknown !== undefined) throw badField({ path }, `no parameter "${unknown}" is declared`);
  }
}
