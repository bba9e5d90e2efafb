// The wizard for an agent that Parley does not know: a name, a command, and the keys that it needs.
import * as vscode from "vscode";
import type { ParleyWindow } from "../parley-window.ts";
import { attempt } from "../report.ts";
import { SECRET_NAME } from "../settings/references.ts";
import { refreshAgents } from "./agents-view.ts";
import { splitCommand } from "./split-command.ts";
import { showInformation } from "../notices/notices.ts";

export async function addAgent(window: ParleyWindow): Promise<void> {
  const title = vscode.l10n.t("Add an agent that speaks ACP");
  const name = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("Name, with letters, digits, dots, dashes and underscores"),
    validateInput: (text) => (/^[A-Za-z0-9][\w.-]*$/.test(text) ? undefined : vscode.l10n.t("For example: my-agent")),
  });
  if (name === undefined) return;
  const line = await vscode.window.showInputBox({
    title: vscode.l10n.t("Command of {0}", name),
    prompt: vscode.l10n.t("Command that starts it, with its arguments"),
    placeHolder: "goose acp",
    ignoreFocusOut: true,
  });
  const [command, ...args] = splitCommand(line ?? "");
  if (command === undefined) return;
  const variable = await askForVariable(name);
  if (variable === undefined) return;
  const isAdded = await attempt(window, vscode.l10n.t("Could not add the agent"), async () => {
    if (variable === "") await window.remote.request("agents/add", { name, command, args });
    else await addProfile(window, { name, executable: command, args }, variable);
    return true;
  });
  if (isAdded !== true) return;
  refreshAgents();
  void showInformation(vscode.l10n.t("{0} can be chosen in new chats.", name));
}

/** Empty: it needs none. */
async function askForVariable(name: string): Promise<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t("Key of {0}", name),
    prompt: vscode.l10n.t(
      "Environment variable with a key that it needs, such as OPENAI_API_KEY; empty if it needs none",
    ),
    ignoreFocusOut: true,
    validateInput: (text) =>
      text === "" || /^[A-Za-z_]\w*$/.test(text) ? undefined : vscode.l10n.t("For example: {0}", "OPENAI_API_KEY"),
  });
}

/** An agent with a key is a profile of the settings: the server would write its environment to its own file. */
async function addProfile(
  { secrets }: ParleyWindow,
  profile: { readonly name: string; readonly executable: string; readonly args: readonly string[] },
  variable: string,
): Promise<void> {
  const secret = SECRET_NAME.test(variable) ? variable : `key.${profile.name}`;
  await secrets.valuesOf([secret]);
  const settings = vscode.workspace.getConfiguration("acp");
  const found = settings.inspect<unknown>("agent.profiles")?.globalValue;
  const others = (Array.isArray(found) ? (found as readonly { readonly name?: unknown }[]) : []).filter(
    (one) => one.name !== profile.name,
  );
  const entry = { ...profile, env: { [variable]: `\${secret:${secret}}` } };
  await settings.update("agent.profiles", [...others, entry], vscode.ConfigurationTarget.Global);
}
