// A folder that the command line names.
import { ParleyError, type Remedy } from "@parley/base";
import { statSync, type Stats } from "node:fs";

/** Throws `usage` if it is missing or is something else. */
export function requireFolder(folder: string, remedy?: Remedy): string {
  const refuse = (message: string, cause?: unknown): ParleyError =>
    new ParleyError({ code: "usage", message, cause, ...(remedy && { remedy }) });
  let stats: Stats | undefined;
  try {
    stats = statSync(folder, { throwIfNoEntry: false });
  } catch (cause) {
    // "ELOOP: too many symbolic links encountered, stat '/a'": only the words.
    const why = cause instanceof Error ? cause.message.replace(/^\w+: /, "").replace(/, stat .*$/s, "") : String(cause);
    throw refuse(`Folder ${folder} cannot be opened: ${why}`, cause);
  }
  if (stats?.isDirectory() === true) return folder;
  throw refuse(stats === undefined ? `Folder ${folder} not found` : `${folder} is not a folder`);
}
