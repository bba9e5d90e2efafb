// `parley recipe make`: writes a session as a recipe file.
import { findComplete } from "@parley/agent/complete";
import { formatRecipe } from "@parley/agent/recipes";
import { asInvoked, ParleyError, hasErrno } from "@parley/base";
import { recipeFromEvents } from "@parley/hub/recipes";
import { parseRecipe, type Recipe } from "@parley/planning";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, extname, join, resolve } from "node:path";
import { findSession } from "../../client/find-session.ts";
import type { CommandContext, Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { openSessions } from "../../hub/open-sessions.ts";
import { printNotice, printText } from "../../output/print.ts";
import { attach } from "../../server/attach.ts";
import type { ServerAccess } from "../../server/server-access.ts";
import { ServerApi } from "../../server/server-api.ts";
import type { recipeMakeUsage } from "../../usage/recipe.ts";
import { RECIPE_NAME_CHARS_MAX } from "../../limits.ts";

export const run: Run<typeof recipeMakeUsage> = async ({ flags, positionals: [text = ""] }, alone) => {
  const context = await attach(flags, alone);
  const { server } = context;
  const recipe = await (server === undefined ? makeLocally(text, context) : makeOnServer(server, text, context));
  if (flags.output === "-") {
    printText((await formatRecipe(recipe, "yaml")).trimEnd());
    return ExitCodes.endTurn;
  }
  const name = toFileName(recipe.title);
  const path = resolve(context.cwd, flags.output ?? join(".parley", "recipes", `${name}.yaml`));
  const content = await formatRecipe(recipe, toFormat(path));
  await mkdir(dirname(path), { recursive: true });
  await write(path, content);
  printNotice(asInvoked(`Recipe written to ${path}. Run it with: parley recipe run ${flags.output ?? name}`));
  return ExitCodes.endTurn;
};

async function makeOnServer(server: ServerAccess, text: string, context: CommandContext): Promise<Recipe> {
  await using store = await openSessions(context);
  const { id } = await findSession(store, text);
  return parseRecipe(await new ServerApi(server).request("POST", `/sessions/${encodeURIComponent(id)}/recipe`));
}

async function makeLocally(text: string, context: CommandContext): Promise<Recipe> {
  const { home, settings, log } = context;
  await using store = await openSessions(context);
  const { id, title, agent } = await findSession(store, text);
  const findModel = (): ReturnType<typeof findComplete> =>
    findComplete({ parleyHome: home, env: process.env, modelId: settings.model, log });
  return await recipeFromEvents(async () => (await store.read(id)).events, {
    title,
    agent: agent.name,
    agentTitle: agent.title ?? agent.name,
    findComplete: findModel,
    log,
  });
}

/** An existing file is never overwritten, because it may contain the user's work. */
async function write(path: string, content: string): Promise<void> {
  try {
    await writeFile(path, content, { flag: "wx" });
  } catch (cause) {
    if (!hasErrno(cause, "EEXIST")) throw cause;
    const remedy = { label: "Choose another file with --output" };
    throw new ParleyError({ code: "file_exists", message: `${path} already exists`, remedy, cause });
  }
}

function toFormat(path: string): "yaml" | "json" {
  const extension = extname(path).toLowerCase();
  if (extension === ".json") return "json";
  if (extension === ".yaml" || extension === ".yml") return "yaml";
  throw new ParleyError({ code: "usage", message: `--output ${path}: expected a name that ends in .yaml or .json` });
}

function toFileName(title: string): string {
  const slug = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "");
  return slug.slice(0, RECIPE_NAME_CHARS_MAX) || "recipe";
}
