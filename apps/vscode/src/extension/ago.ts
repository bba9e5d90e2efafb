// How long ago something was, in its largest unit and in the language of the editor.
import * as vscode from "vscode";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export function describeAgo(atMs: number): string {
  const ms = Date.now() - atMs;
  if (ms >= DAY_MS) return vscode.l10n.t("{0} d ago", Math.floor(ms / DAY_MS));
  if (ms >= HOUR_MS) return vscode.l10n.t("{0} h ago", Math.floor(ms / HOUR_MS));
  if (ms >= MINUTE_MS) return vscode.l10n.t("{0} min ago", Math.floor(ms / MINUTE_MS));
  return vscode.l10n.t("just now");
}
