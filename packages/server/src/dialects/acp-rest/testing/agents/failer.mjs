// Refuses every prompt as wrong.
import { serveAgent } from "./serve-agent.mjs";

serveAgent(async () => {
  throw Object.assign(new Error("Wrong question"), { code: -32602 });
});
