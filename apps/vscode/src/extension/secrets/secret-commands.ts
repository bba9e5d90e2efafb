// Adds, replaces and deletes the secrets that settings refer to.
import * as vscode from "vscode";
import type { ParleyWindow } from "../parley-window.ts";
import { SECRET_NAME } from "../settings/references.ts";
import { showInformation } from "../notices/notices.ts";

export async function manageSecrets({ secrets }: ParleyWindow): Promise<void> {
  const add = { label: `$(add) ${vscode.l10n.t("Add Secret…")}`, name: undefined };
  const listed = secrets.names.map((name) => ({ label: `$(key) ${name}`, description: `\${secret:${name}}`, name }));
  const placeHolder = vscode.l10n.t("Settings refer to a secret as ${secret:NAME}");
  const picked = await vscode.window.showQuickPick([add, ...listed], { placeHolder });
  if (picked === undefined) return;
  const { name = await askForName(secrets.names) } = picked;
  if (name === undefined) return;
  if (picked.name !== undefined && !(await isReplaced(name))) return secrets.delete(name);
  const value = await vscode.window.showInputBox({
    title: vscode.l10n.t("Secret {0}", name),
    ignoreFocusOut: true,
    password: true,
  });
  if (value === undefined || value === "") return;
  await secrets.set(name, value);
  const message = vscode.l10n.t("Saved. Write {0} where a setting needs it.", `\${secret:${name}}`);
  void showInformation(message);
}

async function askForName(known: readonly string[]): Promise<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t("Add Secret"),
    prompt: vscode.l10n.t("Name, with letters, digits, dots, dashes and underscores"),
    placeHolder: "OPENAI_API_KEY",
    validateInput: (text) => {
      if (known.includes(text)) return vscode.l10n.t("There is a secret of this name already.");
      return SECRET_NAME.test(text) ? undefined : vscode.l10n.t("For example: {0}", "OPENAI_API_KEY");
    },
  });
}

/** False: it is to be deleted. Rejects with a cancellation otherwise. */
async function isReplaced(name: string): Promise<boolean> {
  const replace = vscode.l10n.t("Replace Value");
  const remove = vscode.l10n.t("Delete");
  const picked = await vscode.window.showQuickPick([replace, remove], { placeHolder: name });
  if (picked === undefined) throw new vscode.CancellationError();
  return picked === replace;
}
