// What every command does: one line per command, and its code where it belongs. Most code is loaded when a command of it is
// first run.
import * as vscode from "vscode";
import { refreshAgents, showRegistry } from "./agents/agents-view.ts";
import { openChatPanel } from "./chat/chat-panels.ts";
import { COMMAND_IDS, type CommandId } from "./contributions.ts";
import { lazily, type Command } from "./lazily.ts";
import type { ParleyWindow } from "./parley-window.ts";
import { refreshRules } from "./rules/rules-view.ts";

const agents = () => import("./agents/agent-commands.ts");
const signing = () => import("./agents/sign-in.ts");
const server = () => import("./server/server-commands.ts");
const options = () => import("./options/choose-option.ts");
const rules = () => import("./rules/rule-commands.ts");
const sessions = () => import("./sessions/session-commands.ts");

const COMMANDS: Readonly<Record<CommandId, Command>> = {
  "acp.newSession": async (window) => {
    window.chats.side.show(undefined);
    await focusChat(window);
  },
  "acp.openChat": (window) => focusChat(window),
  "acp.openChatInEditor": (window, sessionId) =>
    openChatPanel(window, typeof sessionId === "string" ? sessionId : window.chats.side.sessionId),
  "acp.openSession": lazily(sessions, "openSession"),
  "acp.openSessionInEditor": lazily(sessions, "openSessionInEditor"),
  "acp.renameSession": lazily(sessions, "renameSession"),
  "acp.deleteSession": lazily(sessions, "deleteSession"),
  "acp.forkSession": lazily(sessions, "forkSession"),
  "acp.stopSession": lazily(sessions, "stopSession"),
  "acp.handOverSession": lazily(sessions, "handOverSession"),
  "acp.rewindSession": lazily(sessions, "rewindSession"),
  "acp.exportSession": lazily(sessions, "exportSession"),
  "acp.openAgentSession": lazily(sessions, "openAgentSession"),
  "acp.searchSessions": lazily(sessions, "searchSessions"),
  "acp.showFileHistory": lazily(sessions, "showFileHistory"),
  "acp.addRule": lazily(rules, "addRule"),
  "acp.revokeRule": lazily(rules, "revokeRule"),
  "acp.refreshRules": refreshRules,
  "acp.addAgent": lazily(() => import("./agents/add-agent.ts"), "addAgent"),
  "acp.installAgent": lazily(agents, "installAgent"),
  "acp.updateAgent": lazily(agents, "updateAgent"),
  "acp.removeAgent": lazily(agents, "removeAgent"),
  "acp.restartAgent": lazily(agents, "restartAgent"),
  "acp.showAgentLog": lazily(agents, "showAgentLog"),
  "acp.showAgentTraffic": lazily(agents, "showAgentTraffic"),
  "acp.openAgentLink": lazily(agents, "openAgentLink"),
  "acp.signIn": lazily(signing, "signIn"),
  "acp.signOut": lazily(signing, "signOut"),
  "acp.refreshAgents": refreshAgents,
  "acp.showRegistry": showRegistry,
  "acp.manageSecrets": lazily(() => import("./secrets/secret-commands.ts"), "manageSecrets"),
  "acp.addMcpServer": lazily(() => import("./mcp/add-server.ts"), "addMcpServer"),
  "acp.startServer": lazily(server, "startServer"),
  "acp.stopServer": lazily(server, "stopServer"),
  "acp.connectToServer": lazily(server, "connectToServer"),
  "acp.showServer": lazily(server, "showServer"),
  "acp.chooseOption": lazily(options, "chooseOption"),
  "acp.applyProposal": lazily(() => import("./proposals/compare-proposal.ts"), "applyCompared"),
  "acp.showLog": (window) => window.log.show(),
};

export function registerCommands(window: ParleyWindow): vscode.Disposable {
  return vscode.Disposable.from(
    ...COMMAND_IDS.map((id) => vscode.commands.registerCommand(id, (...args) => COMMANDS[id](window, ...args))),
  );
}

async function focusChat({ chats }: ParleyWindow): Promise<void> {
  await vscode.commands.executeCommand("acp.chat.focus");
  chats.side.focusInput();
}
