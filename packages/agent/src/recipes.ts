// Recipe files: YAML or JSON, in `.parley/recipes/` of a project or in `~/.parley`. Their content is validated elsewhere.
import { ParleyError, parseJson } from "@parley/base";
import { namesIn } from "@parley/home";
import { readFile, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { RECIPE_FILE_BYTES_MAX, RECIPE_FILES_MAX } from "./limits.ts";
import { parseYaml } from "./text/parse-yaml.ts";

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

/** The parsed file. Rejects with `bad_input` or `file_not_found`. */
export async function readRecipeFile(path: string): Promise<unknown> {
  const info = await stat(path).catch(() => undefined);
  if (info === undefined || !info.isFile()) {
    throw new ParleyError({ code: "file_not_found", message: `Recipe file ${path} not found` });
  }
  if (info.size > RECIPE_FILE_BYTES_MAX) throw wrong(path, `is over ${RECIPE_FILE_BYTES_MAX} bytes`);
  const text = await readFile(path, "utf8");
  // JSON is also YAML, but its own parser has better error messages.
  if (extname(path).toLowerCase() === ".json") {
    try {
      return parseJson(text);
    } catch (cause) {
      throw wrong(path, `is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  }
  const parsed = await parseYaml(text);
  if ("value" in parsed) return parsed.value;
  const at = parsed.line === undefined ? "" : ` (line ${parsed.line})`;
  throw wrong(path, `is not YAML${at}: ${parsed.wrong}`);
}

export async function formatRecipe(recipe: object, format: "yaml" | "json"): Promise<string> {
  if (format === "json") return `${JSON.stringify(recipe, undefined, 2)}\n`;
  const { stringify } = await import("yaml");
  return stringify(recipe, { lineWidth: 0 });
}

function wrong(path: string, why: string): ParleyError {
  return new ParleyError({ code: "bad_input", message: `Recipe file ${path} ${why}` });
}
