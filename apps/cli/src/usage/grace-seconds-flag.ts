// `--grace-seconds`, for every command that stops a server.
import type { Flags } from "../arguments/usage.ts";
import { SECONDS_MAX } from "../limits.ts";

export const graceSecondsFlag = {
  "grace-seconds": {
    type: "number",
    value: "N",
    max: SECONDS_MAX,
    summary: "Seconds to wait for running turns on shutdown (default: 10)",
  },
} as const satisfies Flags;
