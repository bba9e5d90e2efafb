// VS Code with the packed extension in a real browser, for all tests of a file: they share the server and the browser.
import { createTempFolder, type TempFolder } from "@parley/test-support";
import { CHROMIUM, openBrowser } from "@parley/test-support/browser";
import { writeFile } from "node:fs/promises";
import type { Browser, BrowserContext } from "playwright-core";
import { inject } from "vitest";
import { CodeServer, type CodeServerOptions } from "./code-server.ts";
import { Workbench } from "./workbench.ts";

/** Undefined: what is needed is not installed, and the tests are skipped. */
export const EDITOR = CHROMIUM === undefined ? undefined : inject("editor");

export interface OpenedEditor extends AsyncDisposable {
  readonly server: CodeServer;
  /** What windows reported: uncaught errors, and what the policy of a webview refused. */
  readonly complaints: readonly string[];
  /** A new window on a new folder with these files, or on a folder that another window has. */
  open(files?: Readonly<Record<string, string>> | { readonly folder: string }): Promise<OpenedWindow>;
}

export interface OpenedWindow {
  readonly workbench: Workbench;
  readonly folder: string;
}

export async function openEditor(options: Omit<CodeServerOptions, "editor" | "vsix"> = {}): Promise<OpenedEditor> {
  if (EDITOR === undefined) throw new Error("VS Code is not installed");
  const server = await CodeServer.start({ ...options, ...EDITOR });
  const browser: Browser = await openBrowser();
  const contexts: BrowserContext[] = [];
  const folders: TempFolder[] = [];
  const complaints: string[] = [];
  return {
    server,
    complaints,
    async open(files = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
      contexts.push(context);
      const page = await context.newPage();
      page.on("console", (message) => {
        // The workbench asks a gallery that is closed here, which its own policy refuses.
        if (/Content Security Policy/.test(message.text()) && !/extensionquery/.test(message.text()))
          complaints.push(message.text());
      });
      const folder =
        "folder" in files && typeof files.folder === "string" ? files.folder : await makeFolder(files, folders);
      return { workbench: await new Workbench(page).open(server.origin, folder), folder };
    },
    async [Symbol.asyncDispose]() {
      for (const context of contexts) await context.close();
      await browser.close();
      await server[Symbol.asyncDispose]();
      for (const folder of folders) await folder[Symbol.asyncDispose]();
    },
  };
}

async function makeFolder(files: Readonly<Record<string, string>>, folders: TempFolder[]): Promise<string> {
  const folder = await createTempFolder();
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(folder.file(name), text);
  return folder.path;
}
