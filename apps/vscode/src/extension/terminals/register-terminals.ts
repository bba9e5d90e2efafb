// Terminals of agents, and the commands to show and stop them.
import * as vscode from "vscode";
import type { EditorCommandId } from "../contributions.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { AgentTerminals } from "./agent-terminals.ts";
import { showInformation } from "../notices/notices.ts";

const COMMANDS = {
  "acp.showTerminal": (window, terminals) => pickTerminal(window, terminals),
  "acp.killTerminal": (_window, terminals) => terminals.active?.kill(),
} satisfies Partial<Record<EditorCommandId, (window: ParleyWindow, terminals: AgentTerminals) => unknown>>;

export function registerTerminals(window: ParleyWindow): vscode.Disposable {
  const terminals = new AgentTerminals(window);
  return vscode.Disposable.from(
    terminals,
    ...Object.entries(COMMANDS).map(([id, run]) => vscode.commands.registerCommand(id, () => run(window, terminals))),
  );
}

/** The commands of the sessions that this window follows, the latest first. */
async function pickTerminal({ remote, chats }: ParleyWindow, terminals: AgentTerminals): Promise<void> {
  const lists = await Promise.all(
    chats.followed.ids.map(async (sessionId) => {
      const listed = await remote.request("terminal/list", { id: sessionId });
      return listed.terminals.map((terminal) => ({ sessionId, terminal }));
    }),
  );
  const items = lists
    .flat()
    .toSorted((one, other) => (one.terminal.started_at < other.terminal.started_at ? 1 : -1))
    .map(({ sessionId, terminal }) => ({
      label: terminal.command,
      description: terminal.is_running ? vscode.l10n.t("running") : "",
      detail: terminal.cwd,
      sessionId,
      terminal,
    }));
  if (items.length === 0) {
    void showInformation(vscode.l10n.t("No commands have run in the open sessions."));
    return;
  }
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t("Command to show") });
  if (chosen !== undefined) terminals.show(chosen.sessionId, chosen.terminal);
}
