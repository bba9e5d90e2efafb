// Other sessions: a new one, an earlier one, a branch of this one.
import { formatAgo } from "@parley/chat-model";
import type { SessionInfo } from "@parley/home/session-log";
import { neutralLine, plural } from "@parley/base";
import { hasContent } from "../../client/find-session.ts";
import type { ChatCommand, ChatActions } from "./command.ts";

const LISTED_MAX = 50;

export const sessionCommands: readonly ChatCommand[] = [
  { name: "new", summary: "Start a new session", isAlways: true, run: (_argument, actions) => actions.begin() },
  {
    name: "sessions",
    summary: "Choose a session of this folder to resume",
    isAlways: true,
    run: (_argument, actions) => resume(actions),
  },
  {
    name: "resume",
    summary: "Resume an earlier session",
    hint: "[ID]",
    isAlways: true,
    run: async (argument, actions) => {
      if (argument === "") return resume(actions);
      const info = await actions.host.sessions.find(argument);
      if (info === undefined) actions.note("warning", `Session not found: ${JSON.stringify(argument)}.`);
      else await actions.resume(info);
    },
  },
  {
    name: "rename",
    summary: "Rename this session",
    hint: "NAME",
    run: async (argument, actions) => {
      const { session, host } = actions;
      if (session === undefined) return;
      if (argument === "") return actions.note("warning", "Pass a name, such as /rename Fix the login");
      await host.requests.request("sessions/rename", { id: session.id, name: argument });
      actions.note("info", `Renamed this session to ${neutralLine(argument)}`);
    },
  },
  {
    name: "fork",
    summary: "Continue in a copy of this session; this one is unchanged",
    run: async (_argument, actions) => {
      const { session } = actions;
      if (session === undefined) return;
      await actions.fork();
      actions.note("info", "You are now in a copy of the session.", `The original: /resume ${session.id}`);
    },
  },
];

async function resume(actions: ChatActions): Promise<void> {
  const listed = await actions.during("Looking for sessions", () =>
    actions.host.sessions.list({ cwd: actions.cwd, limit: LISTED_MAX }),
  );
  const sessions = listed.filter((info) => info.id !== actions.session?.id && hasContent(info));
  if (sessions.length === 0) {
    actions.note("info", "No other sessions in this folder.");
    return;
  }
  const chosen = await actions.pick("Which session?", sessions.map(toItem));
  const info = sessions.find(({ id }) => id === chosen);
  if (info !== undefined) await actions.resume(info);
}

function toItem(info: SessionInfo): { id: string; label: string; description: string } {
  const { id, title, agent, updatedAtMs, turns } = info;
  const description = `${formatAgo(Date.now() - updatedAtMs)}, ${plural(turns, "turn")}, ${neutralLine(agent.title ?? agent.name)}`;
  return { id, label: neutralLine(title), description };
}
