// Opens an address outside of the editor, which asks first if the address is not trusted.
import * as vscode from "vscode";

const SCHEMES: ReadonlySet<string> = new Set(["https", "http", "mailto"]);

/** An address that an agent wrote may name a command of the editor, which is not run. */
export async function openLink(href: string): Promise<void> {
  const uri = vscode.Uri.parse(href, true);
  if (SCHEMES.has(uri.scheme)) await vscode.env.openExternal(uri);
}
