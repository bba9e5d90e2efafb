// The session that changed last, as the Parley server of an editor has it.
import type { CodeServer } from "./code-server.ts";

export interface ListedSession {
  readonly id: string;
  readonly rules: { readonly auto_allow: readonly string[]; readonly auto_reject: readonly string[] };
  readonly extensions: readonly { readonly name: string }[];
}

interface ReviewEvent {
  readonly type: string;
  readonly action?: string;
  readonly files?: readonly { readonly path: string }[];
}

export async function lastSession(server: CodeServer): Promise<ListedSession> {
  const { sessions } = await server.ask<{ readonly sessions: readonly ListedSession[] }>("/sessions?limit=1");
  const [session] = sessions;
  if (session === undefined) throw new Error("The server has no session");
  return session;
}

/** How many reviews of a kind its log has of a file. */
export async function countReviews(server: CodeServer, action: string, path: string): Promise<number> {
  const { id } = await lastSession(server);
  const { events } = await server.ask<{ events: readonly ReviewEvent[] }>(`/sessions/${id}/events?limit=5000`);
  return events.filter(
    ({ type, action: done, files }) =>
      type === "review" && done === action && files?.some((file) => file.path === path) === true,
  ).length;
}
