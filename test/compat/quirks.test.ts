// Every workaround for an agent's fault is still needed: without it the real agent fails, with it (light.test.ts) it does not.
import { quirks } from "@parley/catalogue";
import { describe, expect, it } from "vitest";
import { gemini } from "./agents/gemini.ts";
import type { AgentRecipe } from "./agents/recipe.ts";
import type { CheckName } from "./checks/names.ts";
import { RUN_MS } from "./limits.ts";
import { startRun } from "./start-run.ts";
import { tryInstall } from "./try-install.ts";

interface Proof {
  readonly check: CheckName;
  readonly sign: RegExp;
}

/** The check that fails without the workaround, and how. */
const PROOFS: Readonly<Record<string, Proof>> = {
  "gemini-new-files": { check: "write", sign: /Error checking existing file/ },
  "gemini-image-with-link": { check: "imageLink", sign: /no image reached the model/ },
};
const RECIPES: readonly AgentRecipe[] = [gemini];

it("has a proof for every row of the table", () => {
  expect(Object.keys(PROOFS)).toEqual(quirks.map(({ id }) => id));
});

for (const recipe of RECIPES) {
  const installed = await tryInstall(recipe);
  const rows = quirks.filter(({ agent }) => agent === recipe.name);
  describe.skipIf(installed === undefined)(`${recipe.name} ${recipe.version} without workarounds`, () => {
    it("fails as the table says", { timeout: RUN_MS }, async () => {
      const proofs = rows.map(({ id }) => PROOFS[id] as Proof);
      const only = proofs.map(({ check }) => check);
      const { cells, trouble } = await startRun(recipe, { installed: installed ?? "", only, ignoresQuirks: true });
      expect(trouble).toEqual([]);
      for (const { check, sign } of proofs) {
        const cell = cells.find((one) => one.check === check);
        // Once it passes, set `fixedIn` in packages/catalogue/src/known/quirks.ts.
        expect([check, cell?.outcome, cell?.note]).toEqual([check, "fail", expect.stringMatching(sign)]);
      }
    });
  });
}
