// The programs of others that installing takes.
import { join } from "node:path";
import { commonFolders } from "../programs/known-places.ts";
import { firstProgram, searchPath } from "../programs/program-search.ts";
import { createSurroundings, type Surroundings } from "../programs/surroundings.ts";

export type ToolName = "node" | "npm" | "uv" | "bzip2";
const TOOL_NAMES: readonly ToolName[] = ["node", "npm", "uv", "bzip2"];

/** Its whole path, from PATH or a known place; undefined if it is not there. */
export async function findTool(name: ToolName, surroundings: Surroundings): Promise<string | undefined> {
  const inPath = await searchPath(name, surroundings);
  if (inPath?.kind === "executable") return inPath.path;
  const places = commonFolders(surroundings).map((folder) => join(folder, name));
  const elsewhere = await firstProgram(places, surroundings);
  return elsewhere?.kind === "executable" ? elsewhere.path : undefined;
}

/** What is there of the programs that installing agents takes, for a check-up. */
export async function findInstallTools(
  surroundings?: Partial<Surroundings>,
): Promise<Readonly<Record<ToolName, string | undefined>>> {
  const here = createSurroundings(surroundings);
  const paths = await Promise.all(TOOL_NAMES.map(async (name) => [name, await findTool(name, here)] as const));
  return Object.fromEntries(paths) as Record<ToolName, string | undefined>;
}
