// The commands of the chat. Adding one is a row in one of these lists.
import { neutralLine } from "@parley/base";
import type { AvailableCommand } from "@parley/acp";
import type { CommandEntry } from "@parley/chat-model";
import { changesCommands } from "./changes.ts";
import { chatCommands, drawHelp } from "./chat-itself.ts";
import type { ChatCommand, ChatActions } from "./command.ts";
import { handoverCommands } from "./agent.ts";
import { exportCommands } from "./export.ts";
import { planCommands } from "./plan.ts";
import { questionCommands } from "./questions.ts";
import { rewindCommands } from "./rewind.ts";
import { searchCommands } from "./search.ts";
import { sessionCommands } from "./sessions.ts";
import { settingsCommands } from "./settings.ts";

const help: ChatCommand = {
  name: "help",
  summary: "Keys and commands",
  isAlways: true,
  run: (_argument, actions) => {
    const entries = listCommands(actions);
    const groups = [
      { title: "Commands", commands: entries.slice(0, chatTable.length) },
      { title: `Commands of ${actions.host.agent.title}`, commands: entries.slice(chatTable.length) },
    ];
    actions.print({ type: "drawn", draw: (theme) => drawHelp(groups, theme) });
  },
};

export const chatTable: readonly ChatCommand[] = [
  help,
  ...settingsCommands,
  ...handoverCommands,
  ...planCommands,
  ...questionCommands,
  ...changesCommands,
  ...rewindCommands,
  ...sessionCommands,
  ...searchCommands,
  ...exportCommands,
  ...chatCommands,
];

const ALIASES: Readonly<Record<string, string>> = { approval: "level", quit: "exit", q: "exit", "?": "help" };

export type Typed =
  | { readonly type: "shell"; readonly command: string }
  | { readonly type: "ours"; readonly command: ChatCommand; readonly argument: string }
  | { readonly type: "prompt"; readonly text: string }
  | { readonly type: "unknown"; readonly name: string };

/** The meaning of a typed text: a command of ours, a text for the agent, or a typing error. */
export function readTyped(text: string, agentCommands: readonly AvailableCommand[]): Typed {
  const shell = /^!([\s\S]*)$/.exec(text.trim())?.[1]?.trim();
  if (shell !== undefined && shell !== "") return { type: "shell", command: shell };
  if (text.startsWith("//")) return { type: "prompt", text: text.slice(1) };
  const match = /^\/([^\s/]+)(?:\s+([\s\S]*))?$/.exec(text.trim());
  const name = match?.[1];
  if (name === undefined) return { type: "prompt", text };
  const command = chatTable.find((row) => row.name === (ALIASES[name] ?? name));
  if (command !== undefined) return { type: "ours", command, argument: (match?.[2] ?? "").trim() };
  return agentCommands.some((other) => other.name === name) ? { type: "prompt", text } : { type: "unknown", name };
}

/** For the menu: ours first, then the agent's. */
export function listCommands(actions: ChatActions): CommandEntry[] {
  const ours = chatTable.map(({ name, summary, hint, choices }) => ({
    name,
    description: summary,
    hint,
    choices: choices?.(actions),
  }));
  const names = new Set(ours.map(({ name }) => name));
  // Omits the agent's command, because our own command sets the session's level.
  const others = (actions.session?.commands ?? []).filter(({ name }) => name !== "approval");
  const theirs = others.map(({ name, description, input }) => ({
    name: names.has(name) ? `/${neutralLine(name)}` : neutralLine(name),
    description: neutralLine(description),
    hint: input ? neutralLine(input.hint) : undefined,
  }));
  return [...ours, ...theirs];
}
