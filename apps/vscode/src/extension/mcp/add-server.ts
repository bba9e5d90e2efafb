// Adds an MCP server to the settings, step by step. Keys go to the secret storage.
import * as vscode from "vscode";
import { splitCommand } from "../agents/split-command.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { attempt } from "../report.ts";
import { showInformation } from "../notices/notices.ts";

interface SettingEntry {
  readonly name: string;
  readonly transport: string;
  readonly [field: string]: unknown;
}

const SETTING = "mcp.servers";

export async function addMcpServer(window: ParleyWindow): Promise<void> {
  const title = vscode.l10n.t("Add MCP Server");
  const transport = await pickTransport(title);
  if (transport === undefined) return;
  const known = readEntries();
  const name = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("Name of the server; its tools are named after it"),
    validateInput: (text) => {
      if (known.some((entry) => entry.name === text)) return vscode.l10n.t("There is a server of this name already.");
      return /^[A-Za-z0-9][\w.-]*$/.test(text) ? undefined : vscode.l10n.t("For example: {0}", "wiki");
    },
  });
  if (name === undefined) return;
  const entry =
    transport === "stdio" ? await askForProgram(title, name) : await askForAddress(window, title, name, transport);
  if (entry === undefined) return;
  await attempt(window, vscode.l10n.t("Could not add the MCP server"), async () => {
    const settings = vscode.workspace.getConfiguration("acp");
    await settings.update(SETTING, [...known, entry], vscode.ConfigurationTarget.Global);
    const message = vscode.l10n.t(
      "{0} was added. New sessions have it; open ones get it when their turn has ended.",
      name,
    );
    void showInformation(message);
  });
}

function readEntries(): readonly SettingEntry[] {
  const found = vscode.workspace.getConfiguration("acp").inspect<unknown>(SETTING)?.globalValue;
  return Array.isArray(found) ? (found as readonly SettingEntry[]) : [];
}

async function pickTransport(title: string): Promise<string | undefined> {
  const picked = await vscode.window.showQuickPick(
    [
      { label: vscode.l10n.t("Program"), description: "stdio", value: "stdio" },
      { label: vscode.l10n.t("URL"), description: "http", value: "http" },
      { label: vscode.l10n.t("URL of an older server"), description: "sse", value: "sse" },
    ],
    { title },
  );
  return picked?.value;
}

async function askForProgram(title: string, name: string): Promise<SettingEntry | undefined> {
  const line = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("Command that starts it, with its arguments"),
    placeHolder: "npx -y some-mcp-server",
    ignoreFocusOut: true,
  });
  const [command, ...args] = splitCommand(line ?? "");
  return command === undefined ? undefined : { name, transport: "stdio", command, args };
}

async function askForAddress(
  { secrets }: ParleyWindow,
  title: string,
  name: string,
  transport: string,
): Promise<SettingEntry | undefined> {
  const url = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("URL of the server"),
    placeHolder: "https://wiki.example/mcp",
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^https?:\/\/[^/]/i.test(text) ? undefined : vscode.l10n.t("A URL begins with http:// or https://"),
  });
  if (url === undefined) return undefined;
  const token = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("Token for the header Authorization; empty if the server needs none"),
    ignoreFocusOut: true,
    password: true,
  });
  if (token === undefined) return undefined;
  if (token === "") return { name, transport, url };
  const secret = `mcp.${name}`;
  await secrets.set(secret, token);
  return { name, transport, url, headers: { Authorization: `Bearer \${secret:${secret}}` } };
}
