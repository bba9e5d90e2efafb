// Every command and view of the extension by its id. The manifest declares the same ones, which a test proves.

export const COMMAND_IDS = [
  "acp.newSession",
  "acp.openChat",
  "acp.openChatInEditor",
  "acp.openSession",
  "acp.openSessionInEditor",
  "acp.renameSession",
  "acp.deleteSession",
  "acp.forkSession",
  "acp.stopSession",
  "acp.handOverSession",
  "acp.rewindSession",
  "acp.exportSession",
  "acp.openAgentSession",
  "acp.searchSessions",
  "acp.showFileHistory",
  "acp.addRule",
  "acp.revokeRule",
  "acp.refreshRules",
  "acp.addAgent",
  "acp.installAgent",
  "acp.updateAgent",
  "acp.removeAgent",
  "acp.restartAgent",
  "acp.showAgentLog",
  "acp.showAgentTraffic",
  "acp.openAgentLink",
  "acp.signIn",
  "acp.signOut",
  "acp.refreshAgents",
  "acp.showRegistry",
  "acp.manageSecrets",
  "acp.addMcpServer",
  "acp.startServer",
  "acp.stopServer",
  "acp.connectToServer",
  "acp.showServer",
  "acp.showLog",
  "acp.chooseOption",
  "acp.applyProposal",
] as const;

export type CommandId = (typeof COMMAND_IDS)[number];

export const VIEW_IDS = ["acp.chat", "acp.plan", "acp.sessions", "acp.agents", "acp.rules"] as const;

export type ViewId = (typeof VIEW_IDS)[number];

/** Chats in editor tabs; the same id as the view's, because they show the same. */
export const CHAT_PANEL = "acp.chat";

/** Commands that parts of the extension register themselves, with what they are about. */
export const EDITOR_COMMAND_IDS = [
  "acp.keepChange",
  "acp.undoChange",
  "acp.undoChangeNow",
  "acp.cancelUndo",
  "acp.keepFile",
  "acp.undoFile",
  "acp.keepAll",
  "acp.undoAll",
  "acp.nextChange",
  "acp.previousChange",
  "acp.openDiff",
  "acp.openFile",
  "acp.reviewChanges",
  "acp.showTerminal",
  "acp.killTerminal",
  "acp.addSelection",
  "acp.addFile",
  "acp.addProblems",
  "acp.addGitDiff",
  "acp.addTerminalSelection",
  "acp.askAgent",
  "acp.writeCommitMessage",
  "acp.inlineChat",
  "acp.inlineAsk",
  "acp.inlineStop",
  "acp.inlineAnswer",
  "acp.inlineKeep",
  "acp.inlineUndo",
  "acp.inlineReplace",
  "acp.inlineOpen",
  "acp.inlineClose",
] as const;

export type EditorCommandId = (typeof EDITOR_COMMAND_IDS)[number];
