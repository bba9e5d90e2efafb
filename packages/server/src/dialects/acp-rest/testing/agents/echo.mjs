// Says what it is told.
import { serveAgent } from "./serve-agent.mjs";

serveAgent(async ({ prompt, say }) => {
  for (const block of prompt) say(block);
  return "end_turn";
});
