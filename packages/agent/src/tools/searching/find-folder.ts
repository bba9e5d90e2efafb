// The folder that a search is about.
import type { PathFacts } from "@parley/policy";
import { isInside } from "../../client-io/client-path.ts";
import type { Aliases } from "../input.ts";
import { findPath, showPath } from "../files/paths.ts";
import type { ToolContext } from "../tool-context.ts";
import { failed, type ToolFailure } from "../tool.ts";

export const FOLDER_ALIASES: Aliases = { path: ["directory", "dir", "folder", "dir_path", "directory_path", "cwd"] };

/** Empty is the working folder, as `.` is. What is outside looks missing, and policy says that it is outside. */
export async function findFolder(context: ToolContext, path: string): Promise<PathFacts | ToolFailure> {
  const facts = await findPath(context, path.trim() === "" ? "." : path);
  if (facts.kind === "directory" || !isInside(facts)) return facts;
  if (facts.kind === "missing") return failed(`Folder ${showPath(facts)} not found.`);
  return failed(`${showPath(facts)} is not a folder. Use read for files.`);
}
