// Says what is wrong with the settings: once for each problem, in a notification that opens the setting, and in the log.
import * as vscode from "vscode";
import type { ParleyWindow } from "../parley-window.ts";
import type { SettingProblem } from "./setting-problem.ts";
import { showError, showWarning } from "../notices/notices.ts";

export function registerProblemNotices(window: ParleyWindow): vscode.Disposable {
  const { settings, log } = window;
  let known = new Set<string>();
  const show = (): void => {
    const { problems } = settings.values;
    const fresh = problems.filter(({ message }) => !known.has(message));
    known = new Set(problems.map(({ message }) => message));
    for (const { level, message } of fresh) log[level === "error" ? "error" : "warn"](message);
    if (fresh.length > 0) void notify(window, fresh).catch((error: unknown) => log.error(String(error)));
  };
  show();
  return settings.onChange(show);
}

async function notify(window: ParleyWindow, problems: readonly SettingProblem[]): Promise<void> {
  const [first, ...others] = problems;
  if (first === undefined) return;
  const more = others.length === 0 ? "" : ` ${vscode.l10n.t("{0} more in the log.", others.length)}`;
  const open = vscode.l10n.t("Open Settings");
  const log = vscode.l10n.t("Show Log");
  const move = vscode.l10n.t("Move to Secret Storage");
  const secrets = problems.filter(({ secretAt }) => secretAt !== undefined);
  const buttons = [...(secrets.length === 0 ? [] : [move]), open, ...(others.length === 0 ? [] : [log])];
  const isBad = problems.some(({ level }) => level === "error");
  const tell = isBad ? showError : showWarning;
  const picked = await tell(first.message + more, ...buttons);
  if (picked === log) window.log.show();
  if (picked === open) await vscode.commands.executeCommand("workbench.action.openSettings", first.setting);
  if (picked === move) {
    const { moveSecret } = await import("../secrets/move-secret.ts");
    for (const problem of secrets) await moveSecret(window, problem);
  }
}
