// /search: searches the conversations of all sessions, and opens the session of a result.
import { neutralLine } from "@parley/base";
import { formatAgo } from "@parley/chat-model";
import { toSessionInfo } from "../../server/to-session-info.ts";
import { CHAT_HITS_MAX } from "../../limits.ts";
import type { ChatActions, ChatCommand } from "./command.ts";

export const searchCommands: readonly ChatCommand[] = [
  {
    name: "search",
    summary: "Search everything that was said in all sessions, and open one",
    hint: "WORDS",
    isAlways: true,
    run: search,
  },
];

async function search(words: string, actions: ChatActions): Promise<void> {
  const { host } = actions;
  if (words === "") return actions.note("info", "Type the words to search for: /search WORDS");
  const request = { q: words, limit: CHAT_HITS_MAX };
  const { hits } = await actions.during("Searching", () => host.requests.request("sessions/search", request));
  if (hits.length === 0)
    return actions.note("info", "No results. All words must appear in one message; try fewer words.");
  const items = hits.map(({ session, at, excerpt }, index) => ({
    id: String(index),
    label: neutralLine(excerpt.replace(/\s+/g, " ").trim()),
    description: `${neutralLine(session.name)}, ${formatAgo(Date.now() - at)}`,
  }));
  const chosen = await actions.pick(`${hits.length} found. Open which session?`, items);
  const session = chosen === undefined ? undefined : hits[Number(chosen)]?.session;
  if (session === undefined) return;
  if (session.id === actions.session?.id) actions.note("info", "That is this session.");
  else await actions.resume(toSessionInfo(session));
}
