// The agent's name and version for clients and logs.
import { VERSION } from "@parley/base";

export const AGENT_INFO = { name: "parley", title: "Parley", version: VERSION } as const;
