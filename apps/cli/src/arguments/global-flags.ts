// The flags that every command takes.
import type { Flags } from "./usage.ts";

export const globalFlags = {
  "log-level": {
    type: "string",
    value: "LEVEL",
    setting: "logLevel",
    summary: "What is written to stderr about the work behind the scenes",
  },
  color: { type: "string", value: "WHEN", setting: "color", summary: "Colours in the terminal" },
  help: { type: "boolean", short: "h", summary: "This text" },
} as const satisfies Flags;

/** Those of every command that works in a folder. */
export const workspaceFlags = {
  cwd: { type: "string", value: "DIR", completes: "folder", summary: "The folder to work in, instead of this one" },
  trust: { type: "boolean", summary: "Let the settings and rules that come with the folder count, from now on" },
} as const satisfies Flags;

export function flagsOf({ flags, isInWorkspace }: { readonly flags: Flags; readonly isInWorkspace?: boolean }): Flags {
  return { ...flags, ...(isInWorkspace === true ? workspaceFlags : undefined), ...globalFlags };
}
