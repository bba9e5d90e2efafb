// Finds a session by what the user types: its id, the start of one, the agent's own id, or its name.
import { ParleyError } from "@parley/base";
import { ID_PREFIX_CHARS_MIN, SHOWN_MATCHES_MAX } from "../limits.ts";
import type { SessionInfo } from "./session-store.ts";

/** Rejects text that matches several. */
export function findSession(sessions: readonly SessionInfo[], text: string): SessionInfo | undefined {
  const exact = sessions.find(({ id }) => id === text);
  if (exact !== undefined || text === "") return exact;
  const byAgent = sessions.filter(({ agentSessionId }) => agentSessionId === text);
  if (byAgent.length > 0) return only(byAgent, text);
  const byName = sessions.filter(({ name }) => name === text);
  if (byName.length > 0) return only(byName, text);
  if (text.length < ID_PREFIX_CHARS_MIN) return undefined;
  const start = text.toLowerCase();
  return only(
    sessions.filter(({ id }) => id.toLowerCase().startsWith(start)),
    text,
  );
}

function only(sessions: readonly SessionInfo[], text: string): SessionInfo | undefined {
  if (sessions.length <= 1) return sessions[0];
  const shown = sessions.slice(0, SHOWN_MATCHES_MAX).map(({ id, title }) => `${id} (${title})`);
  const more = sessions.length > shown.length ? `, and ${sessions.length - shown.length} more` : "";
  throw new ParleyError({
    code: "usage",
    message: `${JSON.stringify(text)} matches several sessions: ${shown.join(", ")}${more}`,
    remedy: { label: "Use the id of one of them" },
  });
}
