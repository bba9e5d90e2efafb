// `parley recipe run`: fills in a recipe and runs it as a prompt.
import { listRecipeFiles, readRecipeFile } from "@parley/agent/recipes";
import type { McpServer } from "@parley/acp";
import { ParleyError } from "@parley/base";
import { fillRecipe, parseRecipe, type Recipe } from "@parley/planning";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { CommandContext, Run } from "../../command.ts";
import { attach } from "../../server/attach.ts";
import type { recipeRunUsage } from "../../usage/recipe.ts";
import { run as runPrompt } from "../run.ts";
import { findServerRecipe } from "./server-recipes.ts";

export const run: Run<typeof recipeRunUsage> = async (args, context) => {
  const { param, ...flags } = args.flags;
  const recipe = await findRecipe(args.positionals[0] ?? "", args, context);
  const { prompt, agent, extensions } = fillIn(recipe, toValues(param));
  const servers = await writeServers(extensions);
  try {
    const mcp = servers === undefined ? flags.mcp : [...flags.mcp, servers.file];
    return await runPrompt(
      { ...args, flags: { ...flags, mcp, file: [], continue: false, session: undefined }, positionals: [prompt] },
      // A flag takes precedence over the recipe.
      agent === undefined || flags.agent !== undefined ? context : withAgent(context, agent),
    );
  } finally {
    if (servers !== undefined) await rm(servers.folder, { recursive: true, force: true });
  }
};

/** A value is named as it is written on the command line. */
function fillIn(recipe: Recipe, values: Readonly<Record<string, string>>): ReturnType<typeof fillRecipe> {
  try {
    return fillRecipe(recipe, values);
  } catch (error) {
    if (!(error instanceof ParleyError) || error.code !== "bad_input") throw error;
    const message = error.message.replace(/^\/values\/([^:]+):/, "--param $1:").replace(/: (?=is missing)/, " ");
    throw new ParleyError({ code: "usage", message, cause: error });
  }
}

function withAgent(context: CommandContext, agent: string): CommandContext {
  return { ...context, settings: { ...context.settings, agent } };
}

/** A file's name or path, or the title or id of a recipe on the server. */
async function findRecipe(
  text: string,
  { flags }: Parameters<typeof run>[0],
  context: CommandContext,
): Promise<Recipe> {
  const { cwd, home } = context;
  const files = await listRecipeFiles(cwd, home);
  const named = files.find(({ name }) => name === text);
  const path = named?.path ?? resolve(cwd, text);
  if (named !== undefined || existsSync(path)) return parseRecipe(await readRecipeFile(path));
  const { server } = await attach(flags, context);
  const kept = server === undefined ? undefined : await findServerRecipe(server, text);
  if (kept !== undefined) return kept;
  const known = files.map(({ name }) => name).join(", ");
  const message = `Recipe "${text}" not found. ${known === "" ? "No recipes found in this folder or in your home" : `Recipes: ${known}`}`;
  throw new ParleyError({
    code: "recipe_not_found",
    message,
    remedy: { label: "List them", command: "parley recipe list" },
  });
}

function toValues(params: readonly string[]): Readonly<Record<string, string>> {
  const pairs = params.map((text) => {
    const at = text.indexOf("=");
    if (at < 1)
      throw new ParleyError({ code: "usage", message: `--param is ${JSON.stringify(text)}; expected KEY=VALUE` });
    return [text.slice(0, at), text.slice(at + 1)] as const;
  });
  const twice = pairs.find(([key], index) => pairs.findIndex(([other]) => other === key) !== index);
  if (twice !== undefined) throw new ParleyError({ code: "usage", message: `--param ${twice[0]} is set twice` });
  return Object.fromEntries(pairs);
}

/** Writes the MCP servers to a temporary file, because `run` accepts them as a file. */
async function writeServers(
  extensions: readonly McpServer[],
): Promise<{ readonly folder: string; readonly file: string } | undefined> {
  if (extensions.length === 0) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "parley-recipe-"));
  const file = join(folder, "mcp.json");
  const byName = extensions.map((server) => {
    if ("command" in server) {
      const { name, command, args, env } = server;
      return [name, { command, args, env: toRecord(env) }] as const;
    }
    const { name, type, url, headers } = server as Extract<McpServer, { readonly url: string }>;
    return [name, { type, url, headers: toRecord(headers) }] as const;
  });
  await writeFile(file, JSON.stringify({ mcpServers: Object.fromEntries(byName) }), { mode: 0o600 });
  return { folder, file };
}

function toRecord(pairs: readonly { readonly name: string; readonly value: string }[]): Record<string, string> {
  return Object.fromEntries(pairs.map(({ name, value }) => [name, value]));
}
