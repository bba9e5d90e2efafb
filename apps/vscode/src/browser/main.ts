// The extension in a web host: it connects to a server at an address, and starts nothing.
import type * as vscode from "vscode";
import { activateExtension } from "../extension/activate.ts";

export function activate(context: vscode.ExtensionContext): void {
  activateExtension(context, undefined);
}
