// Builds the VS Code extension: both hosts, and the webview of the chat.
import { join } from "node:path";
import { build as buildWebview } from "vite";
import { bundleExtensionHost } from "./extension-host.mjs";

export async function buildExtension({ root }) {
  const folder = join(root, "apps", "vscode");
  const dir = join(folder, "dist");
  await bundleExtensionHost({ root, host: "node", dir });
  await bundleExtensionHost({ root, host: "browser", dir });
  await buildWebview({ configFile: join(folder, "vite.config.ts"), logLevel: "warn" });
}
