// Says everything that it was ever told in the session.
import { serveAgent } from "./serve-agent.mjs";

serveAgent(async ({ prompt, session, say }) => {
  session.history.push(...prompt);
  for (const block of session.history) say(block);
  return "end_turn";
});
