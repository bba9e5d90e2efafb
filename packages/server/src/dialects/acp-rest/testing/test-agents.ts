// The test agents of the protocol's own client, as programs for a test hub.
import { fileURLToPath } from "node:url";

const PROGRAMS: Readonly<Record<string, URL>> = {
  awaiter: new URL("./agents/awaiter.mjs", import.meta.url),
  echo: new URL("./agents/echo.mjs", import.meta.url),
  failer: new URL("./agents/failer.mjs", import.meta.url),
  "history-echo": new URL("./agents/history-echo.mjs", import.meta.url),
  raiser: new URL("./agents/raiser.mjs", import.meta.url),
  "slow-echo": new URL("./agents/slow-echo.mjs", import.meta.url),
};

export const TEST_AGENTS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(PROGRAMS).map(([name, program]) => [name, [fileURLToPath(program)]]),
);
