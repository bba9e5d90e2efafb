// Which folders a sandbox can show for writing: a project's, never the user's own or the system's.
import { ParleyError } from "@parley/base";
import { realpathSync } from "node:fs";
import { isWithin } from "../files/roots.ts";
import { SYSTEM_FOLDERS } from "./system-folders.ts";

export interface RootsOptions {
  /** Without links. */
  readonly home: string;
  readonly parleyHome: string;
}

/** Nothing of them may be written to, wherever a session is. */
const NEVER = ["/proc", "/sys", "/dev", "/run", "/etc", "/boot"];
/** They may hold a project, and are not one. */
const NOT_WHOLE = ["/tmp", "/var/tmp", "/home", "/root", ...SYSTEM_FOLDERS];

/** The folders without links. Throws where the sandbox would be none. */
export function checkRoots(roots: readonly string[], options: RootsOptions): string[] {
  return roots.map((root) => {
    const real = toReal(root);
    const fault = findFault(real, options);
    if (fault === undefined) return real;
    const message = `The sandbox cannot show ${real} for writing: ${fault}`;
    const remedy = { label: "Start in the folder of a project" };
    throw new ParleyError({ code: "sandbox_unavailable", message, remedy });
  });
}

function findFault(root: string, { home, parleyHome }: RootsOptions): string | undefined {
  if (isWithin(root, home)) return "your home folder is in it";
  if (isWithin(parleyHome, root)) return "it is a folder of Parley";
  if (NOT_WHOLE.some((folder) => isWithin(root, folder))) return "folders of the system are in it";
  return NEVER.some((folder) => isWithin(folder, root)) ? "it is a folder of the system" : undefined;
}

function toReal(root: string): string {
  try {
    return realpathSync(root);
  } catch (cause) {
    const message = `The sandbox cannot show ${JSON.stringify(root)}: the folder does not exist or cannot be entered`;
    throw new ParleyError({ code: "process_cwd_missing", message, cause });
  }
}
