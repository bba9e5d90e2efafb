// A folder that the command line names.
import { ParleyError, type Remedy } from "@parley/base";
import { statSync } from "node:fs";

/** Throws `usage` if it is missing or is something else. */
export function requireFolder(folder: string, remedy?: Remedy): string {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) return folder;
  const message = stats === undefined ? `Folder ${folder} not found` : `${folder} is not a folder`;
  throw new ParleyError({ code: "usage", message, ...(remedy && { remedy }) });
}
