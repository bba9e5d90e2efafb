// Shows a text in an editor tab of its own, read-only by nature: it is not a file.
import * as vscode from "vscode";

export async function showText(name: string, content: string): Promise<void> {
  const language = name.endsWith(".ndjson") ? "jsonl" : "log";
  const known = await vscode.languages.getLanguages();
  const document = await vscode.workspace.openTextDocument({
    content,
    ...(known.includes(language) && { language }),
  });
  await vscode.window.showTextDocument(document, { preview: true });
}
