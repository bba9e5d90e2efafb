// Says what it is told, and ends only when there is a file `release` in its folder, or when it is cancelled.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { serveAgent } from "./serve-agent.mjs";

const LOOK_MS = 20;

serveAgent(async ({ prompt, session, say, signal }) => {
  for (const block of prompt) say(block);
  while (!signal.aborted && !existsSync(join(session.cwd, "release"))) await setTimeout(LOOK_MS);
  return signal.aborted ? "cancelled" : "end_turn";
});
