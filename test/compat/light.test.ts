// The agents that are small enough for every run of the tests, with all checks.
import { beforeAll, describe, expect, it } from "vitest";
import { claudeZed } from "./agents/claude-zed.ts";
import { gemini } from "./agents/gemini.ts";
import type { AgentRecipe } from "./agents/recipe.ts";
import { CHECK_NAMES } from "./checks/names.ts";
import { installAgent } from "./install.ts";
import { RUN_MS } from "./limits.ts";
import { startRun, type AgentResult } from "./start-run.ts";

const say = (text: string): void => void process.stderr.write(`test/compat: ${text}\n`);

/** Undefined if there is no network and it was never installed. */
async function tryInstall(recipe: AgentRecipe): Promise<string | undefined> {
  try {
    return await installAgent(recipe, say);
  } catch (error) {
    const [, code = String(error)] = /npm error code (\w+)/.exec(String(error)) ?? [];
    say(`${recipe.name} is not checked: it is not in the cache, and npm cannot install it (${code})`);
    return undefined;
  }
}

const places = await Promise.all(
  [gemini, claudeZed].map(async (recipe) => ({ recipe, installed: await tryInstall(recipe) })),
);
const runs = new Map<AgentRecipe, Promise<AgentResult>>();

// Together, so that the one's waiting is the other's time.
beforeAll(() => {
  for (const { recipe, installed } of places) {
    if (installed !== undefined) runs.set(recipe, startRun(recipe, { installed }));
  }
});

for (const { recipe, installed } of places) {
  describe.skipIf(installed === undefined)(`${recipe.name} ${recipe.version}`, () => {
    let result: AgentResult;
    beforeAll(async () => {
      result = (await runs.get(recipe)) as AgentResult;
    }, RUN_MS);

    it.each(CHECK_NAMES)("%s", (name) => {
      const cell = result.cells.find(({ check }) => check === name);
      // A documented failure that has begun to pass is to be taken out of the recipe: `npm run test:compat` says so too.
      expect(cell ?? result.trouble).toMatchObject({ outcome: expect.stringMatching(/^(ok|known|absent)$/) });
    });

    it("leaves nothing behind", () => {
      expect(result.trouble).toEqual([]);
    });
  });
}
