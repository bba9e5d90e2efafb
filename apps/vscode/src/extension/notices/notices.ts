// Every notification and dialog of the extension. The editor makes links of what looks like one in a notification, and runs the
// command that it names. Agents, folders and servers have a say in what is notified: so nothing there is a link.
import * as vscode from "vscode";
import { withoutLinks } from "./without-links.ts";

/** Resolves to the button that was pressed. */
type Pressed = Thenable<string | undefined>;

export function showInformation(message: string, ...buttons: readonly string[]): Pressed {
  return vscode.window.showInformationMessage(withoutLinks(message), ...buttons);
}

export function showWarning(message: string, ...buttons: readonly string[]): Pressed {
  return vscode.window.showWarningMessage(withoutLinks(message), ...buttons);
}

export function showError(message: string, ...buttons: readonly string[]): Pressed {
  return vscode.window.showErrorMessage(withoutLinks(message), ...buttons);
}

/** Waits for an answer; undefined if it was cancelled. */
export function confirm(message: string, buttons: readonly string[], detail?: string): Pressed {
  const options = { modal: true, ...(detail !== undefined && { detail: withoutLinks(detail) }) };
  return vscode.window.showWarningMessage(withoutLinks(message), options, ...buttons);
}

/** A notification that stays until the work is done. */
export function showProgress<Result>(
  title: string,
  work: (show: (message: string) => void, token: vscode.CancellationToken) => Thenable<Result>,
  { isCancellable = false }: { readonly isCancellable?: boolean } = {},
): Thenable<Result> {
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress(
    { location, title: withoutLinks(title), cancellable: isCancellable },
    (progress, token) => work((message) => progress.report({ message: withoutLinks(message) }), token),
  );
}
