// Commands about the chat itself and the agent's process.
import { neutralLine } from "@parley/base";
import type { CommandEntry } from "@parley/chat-model";
import { EMPTY_LINE, line, span, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { padded } from "../../terminal/width.ts";
import { drawTwoColumns } from "../draw/key-help.ts";
import { CHAT_KEYS } from "../keys.ts";
import type { ChatCommand, ChatActions } from "./command.ts";

export const chatCommands: readonly ChatCommand[] = [
  {
    name: "read",
    summary: "Read the whole conversation; open any tool call (Ctrl-O)",
    run: (_argument, actions) => actions.openReader(),
  },
  {
    name: "details",
    summary: "Print thoughts and tool calls expanded from now on, or collapsed again",
    isAlways: true,
    run: (_argument, actions) => actions.toggleDetails(),
  },
  {
    name: "copy",
    summary: "Copy the last answer",
    run: (_argument, actions) => {
      const text = actions.view.chatView.lastAnswer;
      if (text === "") actions.note("info", "No answer yet.");
      else if (actions.copy(text)) actions.note("info", "Copied the last answer to the clipboard.");
      else actions.note("warning", "The last answer is too long for the clipboard.");
    },
  },
  {
    name: "status",
    summary: "Show the agent and the session",
    isAlways: true,
    run: (_argument, actions) => printStatus(actions),
  },
  {
    name: "restart",
    summary: "Restart the agent; the session continues",
    isAlways: true,
    run: async (_argument, actions) => {
      await actions.during("Restarting the agent", () => actions.host.agent.restart());
      actions.note("info", "Agent restarted.");
    },
  },
  { name: "login", summary: "Sign in with the agent", isAlways: true, run: (_argument, actions) => actions.signIn() },
  {
    name: "logout",
    summary: "Sign out of the agent",
    isAlways: true,
    run: async (_argument, actions) => {
      await actions.during("Signing out", () => actions.host.agent.signOut());
      actions.note("info", "Signed out.");
    },
  },
  {
    name: "clear",
    summary: "Clear the screen; the session continues (Ctrl-L)",
    isAlways: true,
    run: (_argument, actions) => actions.clearScreen(),
  },
  { name: "exit", summary: "Quit (Ctrl-D)", isAlways: true, run: (_argument, actions) => actions.leave() },
];

function printStatus(actions: ChatActions): void {
  const { host, session, view } = actions;
  const rows: [string, string][] = [
    ["agent", host.agent.details],
    ["folder", session?.cwd ?? actions.cwd],
  ];
  const { usage, title, agent } = view.chatView.state;
  if (session !== undefined) rows.push(["session", session.id]);
  if (agent !== null) rows.push(["agent's session id", agent.agentSessionId]);
  if (session?.level !== undefined) rows.push(["approval", session.level]);
  if (title !== null) rows.push(["title", title]);
  if (usage !== null) rows.push(["context", `${usage.used} of ${usage.size} tokens`]);
  const width = Math.max(...rows.map(([name]) => name.length));
  actions.print({
    type: "lines",
    lines: rows.map(([name, value]) => line(span(`${padded(name, width)}  `, "dim"), neutralLine(value))),
  });
}

type HelpEntry = Pick<CommandEntry, "name" | "hint" | "description">;

export function drawHelp(
  groups: readonly { readonly title: string; readonly commands: readonly HelpEntry[] }[],
  theme: Theme,
): Line[] {
  const keys = CHAT_KEYS.map((row) => [row.keys, row.does] as const);
  const lines = [line(span("Keys", "strong")), ...drawTwoColumns(keys, theme)];
  for (const { title, commands } of groups) {
    if (commands.length === 0) continue;
    const rows = commands.map(
      ({ name, hint, description }) => [hint === undefined ? `/${name}` : `/${name} ${hint}`, description] as const,
    );
    lines.push(EMPTY_LINE, line(span(title, "strong")), ...drawTwoColumns(rows, theme));
  }
  return lines;
}
