// The commands of `parley`. A command is a row here, a table in usage/ and a file in commands/.
import { agentUsage, loginUsage, logoutUsage } from "./usage/agent.ts";
import { command, type CommandRow } from "./command.ts";
import {
  agentsAddUsage,
  agentsInstallUsage,
  agentsListUsage,
  agentsRemoveUsage,
  agentsSessionsUsage,
  agentsShowUsage,
  agentsUpdateUsage,
} from "./usage/agents.ts";
import {
  agentsLogUsage,
  agentsRestartUsage,
  agentsSignInUsage,
  agentsSignOutUsage,
  agentsTrafficUsage,
} from "./usage/agents-running.ts";
import { blameUsage } from "./usage/blame.ts";
import { bridgeUsage } from "./usage/bridge.ts";
import { chatUsage } from "./usage/chat.ts";
import { completionUsage } from "./usage/completion.ts";
import { doctorUsage } from "./usage/doctor.ts";
import { editorToolsUsage } from "./usage/editor-tools.ts";
import {
  rulesAddUsage,
  rulesAuditUsage,
  rulesListUsage,
  rulesRevokeUsage,
  trustAddUsage,
  trustListUsage,
  trustRevokeUsage,
} from "./usage/rules.ts";
import { mcpAddUsage, mcpListUsage, mcpRemoveUsage, mcpSignInUsage, mcpSignOutUsage } from "./usage/mcp.ts";
import { proxyUsage } from "./usage/proxy.ts";
import { recipeListUsage, recipeMakeUsage, recipeRunUsage } from "./usage/recipe.ts";
import { queueEditUsage, queueListUsage, queueMoveUsage, queueSendUsage, queueWithdrawUsage } from "./usage/queue.ts";
import { runUsage } from "./usage/run.ts";
import { schemaUsage } from "./usage/schema.ts";
import { scriptUsage } from "./usage/script.ts";
import { serveUsage } from "./usage/serve.ts";
import {
  serverLogUsage,
  serverRestartUsage,
  serverStartUsage,
  serverStatusUsage,
  serverStopUsage,
} from "./usage/server.ts";
import {
  sessionsAttachUsage,
  sessionsDeleteUsage,
  sessionsExportUsage,
  sessionsImportUsage,
  sessionsListUsage,
  sessionsRenameUsage,
  sessionsResumeUsage,
  sessionsSampleUsage,
  sessionsSearchUsage,
  sessionsShowUsage,
} from "./usage/sessions.ts";
import {
  sessionsChangesUsage,
  sessionsKeepUsage,
  sessionsRedoUsage,
  sessionsRewindUsage,
  sessionsUndoUsage,
} from "./usage/sessions-changes.ts";
import { sessionsTerminalUsage, sessionsTerminalsUsage } from "./usage/sessions-terminals.ts";
import {
  traceDiffUsage,
  traceExportUsage,
  traceQueryUsage,
  traceReplayUsage,
  traceShowUsage,
  traceStatsUsage,
  traceValidateUsage,
} from "./usage/trace.ts";
import { worktreesListUsage, worktreesMergeUsage, worktreesRemoveUsage } from "./usage/worktrees.ts";
import { usageUsage } from "./usage/usage.ts";
import { watchUsage } from "./usage/watch.ts";
import { questionsAnswerUsage, questionsListUsage, turnsCancelUsage, turnsListUsage } from "./usage/work.ts";

export const commands: readonly CommandRow[] = [
  command(chatUsage, () => import("./commands/chat.ts")),
  command(runUsage, () => import("./commands/run.ts")),
  command(serveUsage, () => import("./commands/serve/serve.ts")),
  command(serverStatusUsage, () => import("./commands/server/status.ts")),
  command(serverStartUsage, () => import("./commands/server/start.ts")),
  command(serverStopUsage, () => import("./commands/server/stop.ts")),
  command(serverRestartUsage, () => import("./commands/server/restart.ts")),
  command(serverLogUsage, () => import("./commands/server/log.ts")),
  command(bridgeUsage, () => import("./commands/bridge/bridge.ts")),
  command(editorToolsUsage, () => import("./commands/editor-tools.ts")),
  command(agentUsage, () => import("./commands/agent/serve.ts")),
  command(loginUsage, () => import("./commands/agent/login.ts")),
  command(logoutUsage, () => import("./commands/agent/logout.ts")),
  command(agentsListUsage, () => import("./commands/agents/list.ts")),
  command(agentsShowUsage, () => import("./commands/agents/show.ts")),
  command(agentsInstallUsage, () => import("./commands/agents/install.ts")),
  command(agentsUpdateUsage, () => import("./commands/agents/update.ts")),
  command(agentsRemoveUsage, () => import("./commands/agents/remove.ts")),
  command(agentsAddUsage, () => import("./commands/agents/add.ts")),
  command(agentsSignInUsage, () => import("./commands/agents/sign-in.ts")),
  command(agentsSignOutUsage, () => import("./commands/agents/sign-out.ts")),
  command(agentsRestartUsage, () => import("./commands/agents/restart.ts")),
  command(agentsLogUsage, () => import("./commands/agents/log.ts")),
  command(agentsTrafficUsage, () => import("./commands/agents/traffic.ts")),
  command(agentsSessionsUsage, () => import("./commands/agents/sessions.ts")),
  command(sessionsListUsage, () => import("./commands/sessions/list.ts")),
  command(sessionsShowUsage, () => import("./commands/sessions/show.ts")),
  command(sessionsResumeUsage, () => import("./commands/sessions/resume.ts")),
  command(sessionsAttachUsage, () => import("./commands/sessions/attach.ts")),
  command(sessionsExportUsage, () => import("./commands/sessions/export.ts")),
  command(sessionsImportUsage, () => import("./commands/sessions/import.ts")),
  command(sessionsRenameUsage, () => import("./commands/sessions/rename.ts")),
  command(sessionsDeleteUsage, () => import("./commands/sessions/delete.ts")),
  command(sessionsSearchUsage, () => import("./commands/sessions/search.ts")),
  command(sessionsSampleUsage, () => import("./commands/sessions/sample.ts")),
  command(sessionsChangesUsage, () => import("./commands/sessions/changes.ts")),
  command(sessionsKeepUsage, () => import("./commands/sessions/keep.ts")),
  command(sessionsRedoUsage, () => import("./commands/sessions/redo.ts")),
  command(sessionsRewindUsage, () => import("./commands/sessions/rewind.ts")),
  command(sessionsUndoUsage, () => import("./commands/sessions/undo.ts")),
  command(sessionsTerminalsUsage, () => import("./commands/sessions/terminals.ts")),
  command(sessionsTerminalUsage, () => import("./commands/sessions/terminal.ts")),
  command(worktreesListUsage, () => import("./commands/worktrees/list.ts")),
  command(worktreesMergeUsage, () => import("./commands/worktrees/merge.ts")),
  command(worktreesRemoveUsage, () => import("./commands/worktrees/remove.ts")),
  command(questionsListUsage, () => import("./commands/questions/list.ts")),
  command(questionsAnswerUsage, () => import("./commands/questions/answer.ts")),
  command(turnsListUsage, () => import("./commands/turns/list.ts")),
  command(turnsCancelUsage, () => import("./commands/turns/cancel.ts")),
  command(queueListUsage, () => import("./commands/queue/list.ts")),
  command(queueEditUsage, () => import("./commands/queue/edit.ts")),
  command(queueMoveUsage, () => import("./commands/queue/move.ts")),
  command(queueSendUsage, () => import("./commands/queue/send.ts")),
  command(queueWithdrawUsage, () => import("./commands/queue/withdraw.ts")),
  command(usageUsage, () => import("./commands/usage/usage.ts")),
  command(recipeListUsage, () => import("./commands/recipe/list.ts")),
  command(recipeMakeUsage, () => import("./commands/recipe/make.ts")),
  command(recipeRunUsage, () => import("./commands/recipe/run.ts")),
  command(rulesListUsage, () => import("./commands/rules/list.ts")),
  command(rulesAddUsage, () => import("./commands/rules/add.ts")),
  command(rulesAuditUsage, () => import("./commands/rules/audit.ts")),
  command(rulesRevokeUsage, () => import("./commands/rules/revoke.ts")),
  command(trustListUsage, () => import("./commands/trust/list.ts")),
  command(trustAddUsage, () => import("./commands/trust/add.ts")),
  command(trustRevokeUsage, () => import("./commands/trust/revoke.ts")),
  command(mcpListUsage, () => import("./commands/mcp/list.ts")),
  command(mcpAddUsage, () => import("./commands/mcp/add.ts")),
  command(mcpRemoveUsage, () => import("./commands/mcp/remove.ts")),
  command(mcpSignInUsage, () => import("./commands/mcp/sign-in.ts")),
  command(mcpSignOutUsage, () => import("./commands/mcp/sign-out.ts")),
  command(proxyUsage, () => import("./commands/proxy/proxy.ts")),
  command(watchUsage, () => import("./commands/watch/watch.ts")),
  command(traceShowUsage, () => import("./commands/trace/show.ts")),
  command(traceStatsUsage, () => import("./commands/trace/stats.ts")),
  command(traceValidateUsage, () => import("./commands/trace/validate.ts")),
  command(traceQueryUsage, () => import("./commands/trace/query.ts")),
  command(traceDiffUsage, () => import("./commands/trace/diff.ts")),
  command(traceExportUsage, () => import("./commands/trace/export.ts")),
  command(traceReplayUsage, () => import("./commands/trace/replay.ts")),
  command(blameUsage, () => import("./commands/blame.ts")),
  command(doctorUsage, () => import("./commands/doctor.ts")),
  command(completionUsage, () => import("./commands/completion.ts")),
  command(schemaUsage, () => import("./commands/schema.ts")),
  command(scriptUsage, () => import("./commands/script.ts")),
];

export const DEFAULT_COMMAND = "chat";

export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  /** The command that the group's name alone runs. */
  readonly defaultCommand: string;
}

export const groups: readonly CommandGroup[] = [
  { name: "agent", summary: "The built-in agent, for any ACP client, and its keys", defaultCommand: "agent" },
  {
    name: "agents",
    summary: "Agents on this machine: find, install, update, add, sign in, restart",
    defaultCommand: "agents list",
  },
  {
    name: "sessions",
    summary: "Your sessions: show, resume, attach, search, undo, rewind, export, delete",
    defaultCommand: "sessions list",
  },
  {
    name: "server",
    summary: "This home's server: status, start in the background, stop, restart, log",
    defaultCommand: "server status",
  },
  { name: "questions", summary: "Questions from agents: list, answer", defaultCommand: "questions list" },
  { name: "turns", summary: "Turns of all sessions: list, cancel", defaultCommand: "turns list" },
  {
    name: "queue",
    summary: "Queued prompts: list, edit, move, send now, withdraw",
    defaultCommand: "queue list",
  },
  { name: "recipe", summary: "Recipes: make one from a session, list, run", defaultCommand: "recipe list" },
  {
    name: "rules",
    summary: "Rules: what agents may do without asking, and what they may never do",
    defaultCommand: "rules list",
  },
  {
    name: "mcp",
    summary: "MCP servers for every agent: list, add, remove, sign in and out",
    defaultCommand: "mcp list",
  },
  {
    name: "trace",
    summary: "Recordings of ACP traffic: show, check, query, compare, export, replay",
    defaultCommand: "trace show",
  },
  {
    name: "worktrees",
    summary: "Git worktrees of sessions: list, merge, remove",
    defaultCommand: "worktrees list",
  },
  { name: "trust", summary: "Folders whose project settings and rules are trusted", defaultCommand: "trust list" },
];
