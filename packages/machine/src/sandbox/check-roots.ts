// Which folders a sandbox can show as writable: a project's, never the user's home or the system's.
import { ParleyError } from "@parley/base";
import { realpathSync } from "node:fs";
import { isWithin } from "../files/roots.ts";
import { SYSTEM_FOLDERS } from "./system-folders.ts";

export interface RootsOptions {
  /** Without links. */
  readonly home: string;
  readonly parleyHome: string;
}

/** Never writable, wherever a session is. */
const NEVER = ["/proc", "/sys", "/dev", "/run", "/etc", "/boot"];
/** They may contain a project, but are not one themselves. */
const NOT_WHOLE = ["/tmp", "/var/tmp", "/home", "/root", ...SYSTEM_FOLDERS];

/** The folders without links. Throws if the sandbox would protect nothing. */
export function checkRoots(roots: readonly string[], options: RootsOptions): string[] {
  return roots.map((root) => {
    const real = toReal(root);
    const fault = findFault(real, options);
    if (fault === undefined) return real;
    const message = `The sandbox cannot show ${real} for writing: ${fault}`;
    const remedy = { label: "Start in a project folder" };
    throw new ParleyError({ code: "sandbox_unavailable", message, remedy });
  });
}

function findFault(root: string, { home, parleyHome }: RootsOptions): string | undefined {
  if (isWithin(root, home)) return "it contains your home folder";
  if (isWithin(parleyHome, root)) return "it belongs to Parley";
  if (NOT_WHOLE.some((folder) => isWithin(root, folder))) return "it contains system folders";
  return NEVER.some((folder) => isWithin(folder, root)) ? "it is a system folder" : undefined;
}

function toReal(root: string): string {
  try {
    return realpathSync(root);
  } catch (cause) {
    const message = `The sandbox cannot show ${JSON.stringify(root)}: the folder does not exist or cannot be entered`;
    throw new ParleyError({ code: "process_cwd_missing", message, cause });
  }
}
