// The flags that say which server to attach to.
import type { Flags } from "../arguments/usage.ts";

export const serverFlags = {
  server: {
    type: "string",
    value: "URL",
    setting: "server",
    summary: "The server to attach to; the one of this machine if it runs",
  },
  "no-server": { type: "boolean", summary: "Stay alone, although a server runs" },
  "token-file": {
    type: "string",
    value: "FILE",
    completes: "file",
    summary: "Where the server's token is; PARLEY_TOKEN says it itself",
  },
} as const satisfies Flags;
