// `--feed-port`, for every command that has a live feed.
import type { Flags } from "../arguments/usage.ts";
import { PORT_MAX } from "../limits.ts";

export const feedPortFlag = {
  "feed-port": {
    type: "number",
    value: "N",
    max: PORT_MAX,
    default: "17320",
    summary: "Port of the live feed for `parley watch`; 0: any free port",
  },
} as const satisfies Flags;
