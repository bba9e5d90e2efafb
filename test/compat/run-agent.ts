// Runs the checks against one agent, one after the other, and says what came of each.
import type { AgentRecipe } from "./agents/recipe.ts";
import { toCell, type Cell, type CheckResult } from "./cell.ts";
import { CHECK_NAMES, type CheckName } from "./checks/names.ts";
import { checks } from "./checks/table.ts";
import { CHECK_MS } from "./limits.ts";
import type { ScenePlace } from "./environment.ts";
import { createScene, type Scene } from "./scene.ts";

export interface RunOptions {
  /** By which the processes of this run are known. */
  readonly marker: string;
  readonly only?: readonly CheckName[] | undefined;
  readonly onCell: (cell: Cell) => void;
}

export async function runAgent(recipe: AgentRecipe, place: ScenePlace, options: RunOptions): Promise<void> {
  const scene = await createScene(recipe, place, options.marker);
  try {
    for (const name of options.only ?? CHECK_NAMES) options.onCell(await runCheck(name, scene));
  } finally {
    await scene[Symbol.asyncDispose]();
  }
}

async function runCheck(check: CheckName, scene: Scene): Promise<Cell> {
  const started = Date.now();
  const finish = (result: CheckResult): Cell =>
    toCell(check, result, scene.recipe.known?.[check], Date.now() - started);
  try {
    return finish(await within(checks[check].run(scene), CHECK_MS));
  } catch (error) {
    const cell = finish(error instanceof Error ? error : new Error(String(error)));
    // Whatever state it left, the next check begins in a new one.
    await within(scene.closeDriver(), CHECK_MS).catch(() => undefined);
    return cell;
  }
}

async function within<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
