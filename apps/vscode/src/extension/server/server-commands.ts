// Starting, stopping and choosing the server.
import { ParleyError } from "@parley/base";
import type { Remote } from "@parley/remote";
import * as vscode from "vscode";
import type { CommandId } from "../contributions.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { readServerSettings } from "../settings/settings.ts";
import { tokenKeyOf } from "./server-token.ts";
import { confirm, showError, showWarning } from "../notices/notices.ts";

export async function startServer(window: ParleyWindow): Promise<void> {
  const { locator, remote, isRestricted, finder } = window;
  // Nothing can be started in a browser.
  if (finder === undefined) return connectToServer(window);
  if (isRestricted) {
    void showWarning(vscode.l10n.t("No server is started in a folder that is not trusted."));
    return;
  }
  locator.need();
  remote.reconnect();
}

/** Its sessions are kept. It is not started again until something needs it. */
export async function stopServer({ remote, locator, log }: ParleyWindow): Promise<void> {
  try {
    locator.release();
    if (await stopIfIdle(remote)) return;
    const stop = vscode.l10n.t("Stop Anyway");
    const message = vscode.l10n.t("Agents are working. Stop the server and their turns?");
    if ((await confirm(message, [stop])) !== stop) return;
    await remote.request("server/stop", {});
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.error(`The server was not stopped: ${reason}`);
    void showError(vscode.l10n.t("The server was not stopped: {0}", reason));
  }
}

/** False if it has work, and was left running. */
async function stopIfIdle(remote: Remote): Promise<boolean> {
  try {
    await remote.request("server/stop", { if_idle: true });
    return true;
  } catch (error) {
    if (error instanceof ParleyError && error.code === "session_busy") return false;
    throw error;
  }
}

/** Asks for an address and its token. The token goes to the secret storage, and the address to the settings. */
export async function connectToServer({ context, remote, locator }: ParleyWindow): Promise<void> {
  const url = await vscode.window.showInputBox({
    title: vscode.l10n.t("Connect to a Parley server"),
    prompt: vscode.l10n.t("URL of the server; empty for the server of this machine"),
    placeHolder: "http://127.0.0.1:4717",
    value: readServerSettings().url,
    validateInput: (text) =>
      text.trim() === "" || /^(https?|wss?):\/\/\S+$/.test(text.trim())
        ? undefined
        : vscode.l10n.t("A URL looks like http://127.0.0.1:4717"),
  });
  if (url === undefined) return;
  if (url.trim() !== "") {
    const token = await vscode.window.showInputBox({
      title: vscode.l10n.t("Token of {0}", url.trim()),
      prompt: vscode.l10n.t("It is in the file token in the server's home folder"),
      password: true,
    });
    if (token === undefined) return;
    await context.secrets.store(tokenKeyOf(url.trim()), token.trim());
  }
  await vscode.workspace.getConfiguration("acp").update("server.url", url.trim(), vscode.ConfigurationTarget.Global);
  locator.look();
  remote.reconnect();
}

interface Offer extends vscode.QuickPickItem {
  readonly command: CommandId;
}

/** What the status bar item offers. */
export async function showServer({ status, canStart }: ParleyWindow): Promise<void> {
  const isRunning = status.kind === "connected";
  const offers: readonly Offer[] = [
    { label: vscode.l10n.t("Open Chat"), command: "acp.openChat" },
    ...(isRunning
      ? [{ label: vscode.l10n.t("Stop Server"), command: "acp.stopServer" as const }]
      : canStart
        ? [{ label: vscode.l10n.t("Start Server"), command: "acp.startServer" as const }]
        : []),
    { label: vscode.l10n.t("Connect to Server…"), command: "acp.connectToServer" },
    { label: vscode.l10n.t("Show Log"), command: "acp.showLog" },
  ];
  const placeHolder =
    status.kind === "connected"
      ? vscode.l10n.t("Connected to Parley server {0}", status.version)
      : "message" in status
        ? status.message
        : vscode.l10n.t("Not connected");
  const picked = await vscode.window.showQuickPick(offers, { placeHolder });
  if (picked !== undefined) await vscode.commands.executeCommand(picked.command);
}
