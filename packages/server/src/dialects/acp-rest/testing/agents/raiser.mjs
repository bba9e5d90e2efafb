// Fails at every prompt.
import { serveAgent } from "./serve-agent.mjs";

serveAgent(async () => {
  throw new Error("Nothing works");
});
