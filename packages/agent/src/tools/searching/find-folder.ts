// Finds the folder to search.
import type { PathFacts } from "@parley/policy";
import { isInside } from "../../client-io/client-path.ts";
import type { Aliases } from "../input.ts";
import { findPath, showPath } from "../files/paths.ts";
import type { ToolContext } from "../tool-context.ts";
import { failed, type ToolFailure } from "../tool.ts";

export const FOLDER_ALIASES: Aliases = { path: ["directory", "dir", "folder", "dir_path", "directory_path", "cwd"] };

/**
 * Empty means the working folder, like `.`. A folder outside looks missing here, and policy reports that it is outside.
 */
export async function findFolder(context: ToolContext, path: string): Promise<PathFacts | ToolFailure> {
  const facts = await findPath(context, path.trim() === "" ? "." : path);
  if (facts.kind === "directory" || !isInside(facts)) return facts;
  if (facts.kind === "missing") return failed(`Folder ${showPath(facts)} not found.`);
  return failed(`${showPath(facts)} is not a folder. Use read for files.`);
}
