// Finds the programs that installing needs: node, npm, uv.
import { join } from "node:path";
import { commonFolders } from "../programs/program-folders.ts";
import { firstProgram, searchPath } from "../programs/program-search.ts";
import { createHostEnvironment, type HostEnvironment } from "../programs/host-environment.ts";

export type ToolName = "node" | "npm" | "uv" | "bzip2";
const TOOL_NAMES: readonly ToolName[] = ["node", "npm", "uv", "bzip2"];

/** Its absolute path, from PATH or a known folder; undefined if it is not installed. */
export async function findTool(name: ToolName, host: HostEnvironment): Promise<string | undefined> {
  const inPath = await searchPath(name, host);
  if (inPath?.kind === "executable") return inPath.path;
  const places = commonFolders(host).map((folder) => join(folder, name));
  const elsewhere = await firstProgram(places, host);
  return elsewhere?.kind === "executable" ? elsewhere.path : undefined;
}

/** The installed ones, for `parley doctor`. */
export async function findInstallTools(
  host?: Partial<HostEnvironment>,
): Promise<Readonly<Record<ToolName, string | undefined>>> {
  const here = createHostEnvironment(host);
  const paths = await Promise.all(TOOL_NAMES.map(async (name) => [name, await findTool(name, here)] as const));
  return Object.fromEntries(paths) as Record<ToolName, string | undefined>;
}
