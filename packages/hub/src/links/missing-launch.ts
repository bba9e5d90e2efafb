// After a restart, a session whose client has not brought its environment or program again says so in its log.
import type { SessionLaunches } from "../launches/session-launches.ts";
import type { LiveSession } from "../live/live-session.ts";

const TEXTS = {
  environment:
    "This session had environment variables from the terminal or client that started it. They are not kept when the server restarts, so its agent runs with the server's own environment. Resume the session there to bring them again",
  program:
    "This session's agent was its own command. Commands are not kept when the server restarts, so the server's agent of that name is used. To use the command again, resume the session with -- COMMAND",
  secrets:
    "This session had secrets for its MCP servers. Secrets are not kept when the server restarts. Open the session in the editor that has them",
} as const;

/** Once for each time that it was brought. */
export function noteMissingLaunch(session: LiveSession, launches: Pick<SessionLaunches, "get">): void {
  const { brought } = session.row;
  if (brought === undefined || launches.get(session.id) !== undefined) return;
  session.record({ type: "note", level: "warning", text: TEXTS[brought] });
  session.change({ brought: undefined });
}
