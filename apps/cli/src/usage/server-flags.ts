// The flags that select the server.
import type { Flags } from "../arguments/usage.ts";

export const serverFlags = {
  server: {
    type: "string",
    value: "URL",
    setting: "server",
    summary: "Server to connect to; auto is the local one",
  },
  "no-server": { type: "boolean", summary: "Ignore any running server, and start none" },
  "token-file": {
    type: "string",
    value: "FILE",
    completes: "file",
    summary: "File containing the server token (or set PARLEY_TOKEN)",
  },
} as const satisfies Flags;
