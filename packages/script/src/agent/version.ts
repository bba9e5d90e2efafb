// The name and version that the agent reports.
import { VERSION } from "@parley/base";

export const AGENT_INFO = { name: "parley-script", title: "Scripted agent", version: VERSION } as const;
