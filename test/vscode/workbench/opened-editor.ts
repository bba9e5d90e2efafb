// VS Code with the packed extension in a real browser, for all tests of a file. Files share the running editor and what the
// browser has loaded of it; each begins with nothing stored, and with a Parley server of its own.
import { createTempFolder, type TempFolder } from "@parley/test-support";
import { CHROMIUM, openProfile } from "@parley/test-support/browser";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
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
  /** A page of the same browser. */
  newPage(): Promise<Page>;
}

export interface OpenedWindow {
  readonly workbench: Workbench;
  readonly folder: string;
  readonly close: () => Promise<void>;
}

export async function openEditor({ settings }: Pick<CodeServerOptions, "settings"> = {}): Promise<OpenedEditor> {
  if (EDITOR === undefined) throw new Error("VS Code is not installed");
  const server = CodeServer.attach(EDITOR.shared, EDITOR);
  const [browser] = await Promise.all([openEmptyProfile(server.file("browser")), server.reset(settings)]);
  await browser.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.origin });
  const folders: TempFolder[] = [];
  const complaints: string[] = [];
  return {
    server,
    complaints,
    async open(files = {}) {
      const page = await browser.newPage();
      await page.setViewportSize({ width: 1280, height: 860 });
      page.on("console", (message) => {
        // The workbench asks a gallery that is closed here, which its own policy refuses.
        if (/Content Security Policy/.test(message.text()) && !/extensionquery/.test(message.text()))
          complaints.push(message.text());
      });
      const folder =
        "folder" in files && typeof files.folder === "string" ? files.folder : await makeFolder(files, folders);
      return {
        workbench: await new Workbench(page).open(server.origin, folder),
        folder,
        close: async () => {
          // It says good-bye to its host, which a page that is only closed does not.
          await page.goto("about:blank");
          await page.close();
        },
      };
    },
    newPage: () => browser.newPage(),
    async [Symbol.asyncDispose]() {
      await browser.close();
      for (const folder of folders) await folder[Symbol.asyncDispose]();
    },
  };
}

/** What pages have stored is gone; what the browser has loaded and compiled is not. */
async function openEmptyProfile(folder: string): Promise<BrowserContext> {
  const stored = ["IndexedDB", "Local Storage", "Session Storage"].map((name) => join(folder, "Default", name));
  await Promise.all(stored.map((path) => rm(path, { recursive: true, force: true })));
  return openProfile(folder);
}

async function makeFolder(files: Readonly<Record<string, string>>, folders: TempFolder[]): Promise<string> {
  const folder = await createTempFolder();
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(folder.file(name), text);
  return folder.path;
}
