// Recipe files: YAML or JSON, in `.parley/recipes/` of a project or in `~/.parley`. Their content is validated elsewhere.
import { ParleyError } from "@parley/base";
import { namesIn } from "@parley/home";
import { describeMistake, parseUserText, readUserText } from "@parley/home/user-files";
import { basename, extname, join } from "node:path";
import { RECIPE_FILE_BYTES_MAX, RECIPE_FILES_MAX } from "./limits.ts";

const EXTENSIONS: readonly string[] = [".yaml", ".yml", ".json"];

export interface RecipeFile {
  /** File name without extension. */
  readonly name: string;
  readonly path: string;
}

/** The project's first; of duplicate names the project's is used. */
export async function listRecipeFiles(cwd: string, parleyHome: string): Promise<readonly RecipeFile[]> {
  const files = new Map<string, RecipeFile>();
  for (const folder of [join(cwd, ".parley", "recipes"), join(parleyHome, "recipes")]) {
    const names = (await namesIn(folder)).filter((name) => EXTENSIONS.includes(extname(name).toLowerCase())).toSorted();
    for (const file of names.slice(0, RECIPE_FILES_MAX)) {
      const name = basename(file, extname(file));
      if (!files.has(name)) files.set(name, { name, path: join(folder, file) });
    }
  }
  return [...files.values()];
}

/** The parsed file. Rejects with `bad_config`, `bad_input` or `file_not_found`. */
export async function readRecipeFile(path: string): Promise<unknown> {
  const text = await readUserText(path, RECIPE_FILE_BYTES_MAX);
  if (text === undefined) throw new ParleyError({ code: "file_not_found", message: `Recipe file ${path} not found` });
  const parsed = await parseUserText(path, text);
  if ("value" in parsed) return parsed.value;
  throw new ParleyError({ code: "bad_input", message: `Recipe file ${path} ${describeMistake(parsed)}` });
}

export async function formatRecipe(recipe: object, format: "yaml" | "json"): Promise<string> {
  if (format === "json") return `${JSON.stringify(recipe, undefined, 2)}\n`;
  const { stringify } = await import("yaml");
  return stringify(recipe, { lineWidth: 0 });
}
