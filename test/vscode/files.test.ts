import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CodeEditor } from "./workbench/code-editor.ts";
import { EDITOR, openEditor, type OpenedEditor, type OpenedWindow } from "./workbench/opened-editor.ts";

const LIMIT = { timeout: 180_000 };
const SOON = { timeout: 30_000 };

describe.skipIf(EDITOR === undefined)("files and commands of agents in VS Code", () => {
  let editor: OpenedEditor;
  let window: OpenedWindow;
  let code: CodeEditor;

  const onDisk = (name: string): Promise<string> => readFile(join(window.folder, name), "utf8");

  beforeAll(async () => {
    editor = await openEditor({ settings: { "files.autoSave": "off" } });
    window = await editor.open({ "a.txt": "one\ntwo\n", "b.txt": "one\n" });
    code = new CodeEditor(window.workbench);
    await code.showChat();
  }, 300_000);
  afterAll(() => editor?.[Symbol.asyncDispose]());

  it("reads unsaved text, and writes as an edit that is saved and that Ctrl+Z undoes", LIMIT, async () => {
    await code.open(join(window.folder, "a.txt"));
    await code.focus();
    await code.typeAt(1, "draft ");
    expect(await onDisk("a.txt")).toBe("one\ntwo\n");
    await Promise.all([code.prompt("edit a.txt draft => final"), code.allow()]);
    await expect.poll(() => onDisk("a.txt"), SOON).toBe("final one\ntwo\n");
    await code.focus();
    await code.press("Control+z", "Control+s");
    await expect.poll(() => onDisk("a.txt"), SOON).toBe("draft one\ntwo\n");
  });

  it("creates files, and reads what was changed on the disk", LIMIT, async () => {
    await Promise.all([code.prompt(String.raw`write new.txt hello\n`), code.allow()]);
    await expect.poll(() => onDisk("new.txt"), SOON).toBe("hello\n");
    await writeFile(join(window.folder, "b.txt"), "from outside\n");
    await Promise.all([code.prompt("edit b.txt outside => inside"), code.allow()]);
    expect(await onDisk("b.txt")).toBe("from inside\n");
  });

  it("loses nothing when a file is changed on the disk, in the editor and by the agent at once", LIMIT, async () => {
    await code.open(join(window.folder, "b.txt"));
    await code.focus();
    await code.typeAt(1, "typed ");
    await writeFile(join(window.folder, "b.txt"), "disk\n");
    const answer = code.prompt("edit b.txt inside => agent", { until: /agent|changed|newer|not written|did not/i });
    await Promise.all([answer, code.allow()]);
    await code.shoot("files-conflict");
    // The text of the person and the agent is in the document, and the file on the disk is as it was or the same.
    const text = await code.text();
    expect(text).toContain("typed from");
    expect(["disk\n", "typed from agent\n"]).toContain(await onDisk("b.txt"));
  });

  it("shows commands as terminals that can be typed into", LIMIT, async () => {
    const prompt = code.prompt("run sh -c 'echo ready; read answer; echo got:$answer > got.txt'");
    const typed = (async () => {
      await code.allow();
      const { page } = window.workbench;
      await window.workbench.run("ACP: Show Terminal of a Command");
      await page
        .locator(".quick-input-widget:visible .monaco-list-row", { hasText: "read answer" })
        .first()
        .click(SOON);
      await page.locator(".terminal-tabs-entry, .single-terminal-tab", { hasText: "ACP: sh" }).first().waitFor(SOON);
      await code.shoot("terminal");
      await page.keyboard.type("yes");
      await page.keyboard.press("Enter");
    })();
    await Promise.all([prompt, typed]);
    expect(await onDisk("got.txt")).toBe("got:yes\n");
    await code.shoot("terminal-ended");
  });
});
