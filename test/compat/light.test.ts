// Our own agent, and others that are small enough for every run of the tests, with all checks.
import { beforeAll, describe, expect, it } from "vitest";
import { claudeZed } from "./agents/claude-zed.ts";
import { gemini } from "./agents/gemini.ts";
import { parley } from "./agents/parley.ts";
import type { AgentRecipe } from "./agents/recipe.ts";
import { CHECK_NAMES } from "./checks/names.ts";
import { RUN_MS } from "./limits.ts";
import { startRun, type AgentResult } from "./start-run.ts";
import { tryInstall } from "./try-install.ts";

const places = await Promise.all(
  [parley, gemini, claudeZed].map(async (recipe) => ({ recipe, installed: await tryInstall(recipe) })),
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

    // Our own has everything. A documented failure that has begun to pass is to be taken out of the recipe: `npm run test:compat` says so too.
    const good = recipe === parley ? /^ok$/ : /^(ok$|known|absent)/;

    it.each(CHECK_NAMES)("%s", (name) => {
      const cell = result.cells.find(({ check }) => check === name);
      // With what is known about it, so that a failure can be understood from the report alone.
      const said = cell === undefined ? ["missing", ...result.trouble] : [cell.outcome, cell.note ?? []].flat();
      expect(said.join(": ")).toMatch(good);
    });

    it("leaves nothing behind", () => {
      expect(result.trouble).toEqual([]);
    });
  });
}
