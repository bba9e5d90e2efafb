// Once before all tests of the extension: looks for the editor, packs the extension as users install it, and starts the editor
// that the files of tests share.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { findEditor, wantedEditor } from "../../scripts/editor-tools.mjs";
import { CodeServer, type Editor, type RunningCodeServer } from "./workbench/code-server.ts";

const root = join(import.meta.dirname, "../..");
const vsix = join(root, "apps/vscode/dist/parley-vscode.vsix");
const stamp = `${vsix}.json`;

declare module "vitest" {
  interface ProvidedContext {
    readonly editor: { readonly editor: Editor; readonly vsix: string; readonly shared: RunningCodeServer } | undefined;
  }
}

export default async function setUp({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const editor = findEditor();
  if (editor === undefined) {
    process.stderr.write(
      `The tests of the VS Code extension are skipped: VS Code ${wantedEditor()} is not installed. Install it with: npm run setup -- --with-test-tools\n`,
    );
    provide("editor", undefined);
    return undefined;
  }
  pack();
  const server = await CodeServer.start({ editor, vsix });
  provide("editor", { editor, vsix, shared: { folder: server.file(), origin: server.origin } });
  return () => server[Symbol.asyncDispose]();
}

/** Again only after a build: `scripts/setup.mjs` writes down what it was built from. */
function pack(): void {
  const built = readFileSync(join(root, "node_modules/.parley-setup.json"), "utf8");
  if (existsSync(vsix) && existsSync(stamp) && readFileSync(stamp, "utf8") === built) return;
  execFileSync(process.execPath, [join(root, "scripts/package-vscode.mjs"), vsix], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  writeFileSync(stamp, built);
}
