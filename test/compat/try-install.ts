// Installs what a test needs from npm, or says why it is left out.
import type { AgentRecipe } from "./agents/recipe.ts";
import { installAgent } from "./install.ts";

const say = (text: string): void => void process.stderr.write(`test/compat: ${text}\n`);

/** The folder that holds `node_modules`; undefined if there is no network and it was never installed. */
export async function tryInstall(recipe: Pick<AgentRecipe, "name" | "packages" | "node">): Promise<string | undefined> {
  try {
    return await installAgent(recipe, say);
  } catch (error) {
    const [, code = String(error)] = /npm error code (\w+)/.exec(String(error)) ?? [];
    say(`${recipe.name} is not checked: it is not in the cache, and npm cannot install it (${code})`);
    return undefined;
  }
}
