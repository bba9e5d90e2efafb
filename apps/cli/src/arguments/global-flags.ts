// The flags that every command accepts.
import type { Flags } from "./usage.ts";

export const globalFlags = {
  "log-level": {
    type: "string",
    value: "LEVEL",
    setting: "logLevel",
    summary: "Verbosity of diagnostics on stderr",
  },
  color: { type: "string", value: "WHEN", setting: "color", summary: "When to use colours" },
  help: { type: "boolean", short: "h", summary: "Show this help" },
} as const satisfies Flags;

/** The flags of every command that works in a folder. */
export const workspaceFlags = {
  cwd: { type: "string", value: "DIR", completes: "folder", summary: "Folder to work in (default: the current one)" },
  trust: { type: "boolean", summary: "Trust this folder's project settings and rules from now on" },
} as const satisfies Flags;

export function flagsOf({ flags, isInWorkspace }: { readonly flags: Flags; readonly isInWorkspace?: boolean }): Flags {
  return { ...flags, ...(isInWorkspace === true ? workspaceFlags : undefined), ...globalFlags };
}
