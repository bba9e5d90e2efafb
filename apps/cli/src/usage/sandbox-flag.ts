// `--sandbox`, for every command that starts agents.
import type { Flags } from "../arguments/usage.ts";

export const sandboxFlag = {
  sandbox: {
    type: "string",
    value: "MODE",
    alone: "on",
    setting: "sandbox",
    summary: "Run agents in a sandbox; limited: only the model provider's hosts, offline: no network",
  },
} as const satisfies Flags;
