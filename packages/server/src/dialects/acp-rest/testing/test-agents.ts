// The test agents of the protocol's own client, as programs for a test hub.
import { fileURLToPath } from "node:url";

const NAMES = ["echo", "slow-echo", "history-echo", "awaiter", "failer", "raiser"] as const;

export const TEST_AGENTS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  NAMES.map((name) => [name, [fileURLToPath(new URL(`./agents/${name}.mjs`, import.meta.url))]]),
);
