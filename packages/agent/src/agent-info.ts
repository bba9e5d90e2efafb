// Who we are, as clients and logs see it.
import { VERSION } from "@parley/base";

export const AGENT_INFO = { name: "parley", title: "Parley", version: VERSION } as const;
