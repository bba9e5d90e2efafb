import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CodeEditor } from "./workbench/code-editor.ts";
import { countReviews, lastSession } from "./workbench/last-session.ts";
import { EDITOR, openEditor, type OpenedEditor, type OpenedWindow } from "./workbench/opened-editor.ts";

const LINES = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
const BEFORE = `${LINES.join("\n")}\n`;
/** Two hunks. */
const AFTER = `${LINES.with(2, "THREE").with(24, "TWENTY-FIVE").join("\n")}\n`;
const UNDO = /Undo$/;
const LIMIT = { timeout: 180_000 };
const SOON = { timeout: 30_000 };

describe.skipIf(EDITOR === undefined)("the review in VS Code", () => {
  let editor: OpenedEditor;
  let window: OpenedWindow;
  let code: CodeEditor;
  let files = 0;
  let name = "";

  const onDisk = (): Promise<string> => readFile(join(window.folder, name), "utf8");
  const undos = (): Promise<number> => code.lens(UNDO).count();

  beforeAll(async () => {
    editor = await openEditor({ settings: { "files.autoSave": "off" } });
    window = await editor.open({});
    code = new CodeEditor(window.workbench);
    await code.showChat();
  }, 300_000);
  afterAll(() => editor?.[Symbol.asyncDispose]());

  /** Each test has a file that the agent has just changed, in front. */
  beforeEach(async () => {
    files += 1;
    name = `file-${files}.txt`;
    await writeFile(join(window.folder, name), BEFORE);
    const text = AFTER.replaceAll("\n", String.raw`\n`);
    await Promise.all([code.prompt(`write ${name} ${text}`), code.allow()]);
    await code.open(join(window.folder, name));
    await code.lens(UNDO).nth(1).waitFor(SOON);
  }, 180_000);

  it("undoes a hunk as an edit that is saved, and Ctrl+Z brings it back", LIMIT, async () => {
    await code.shoot("review-lenses");
    await code.lens(UNDO).first().click();
    await expect.poll(onDisk, SOON).toBe(AFTER.replace("THREE", "line 3"));
    await expect.poll(undos, SOON).toBe(1);
    await code.focus();
    await code.press("Control+z", "Control+s");
    await expect.poll(onDisk, SOON).toBe(AFTER);
    await expect.poll(undos, SOON).toBe(2);
  });

  it("keeps and undoes at the cursor by keys", LIMIT, async () => {
    await code.focus();
    await code.press("Control+Home", "Alt+F9", "Control+Alt+y");
    await expect.poll(undos, SOON).toBe(1);
    await code.press("Alt+F9", "Control+Alt+n");
    await expect.poll(undos, SOON).toBe(0);
    await expect.poll(onDisk, SOON).toBe(AFTER.replace("TWENTY-FIVE", "line 25"));
  });

  it("leaves unsaved text alone, and records an undo when it is saved", LIMIT, async () => {
    await code.focus();
    await code.typeAt(10, "mine ");
    await code.lens(UNDO).first().click();
    await expect.poll(undos, SOON).toBe(1);
    expect(await onDisk()).toBe(AFTER);
    await code.focus();
    await code.press("Control+s");
    const both = AFTER.replace("THREE", "line 3").replace("line 10\n", "mine line 10\n");
    await expect.poll(onDisk, SOON).toBe(both);
    await expect.poll(() => countReviews(editor.server, "undo", name), SOON).toBe(1);
    expect(await undos()).toBe(1);
  });

  it("marks a hunk that was edited since, and does not undo it", LIMIT, async () => {
    await code.focus();
    await code.typeAt(3, "my ");
    await code.lens("Edited since").waitFor(SOON);
    expect(await undos()).toBe(1);
    await code.shoot("review-edited");
    await window.workbench.run("ACP: Undo Changes of File");
    await expect.poll(undos, SOON).toBe(0);
    await code.focus();
    await code.press("Control+s");
    await expect.poll(onDisk, SOON).toBe(BEFORE.replace("line 3\n", "my THREE\n"));
  });

  it("shows a diff whose own arrow undoes a hunk", LIMIT, async () => {
    await code.lens("Change 1 of 2").click();
    const { page } = window.workbench;
    await page.locator(".tab.active", { hasText: "changes of the agent" }).waitFor(SOON);
    const arrows = page.locator(".diff-editor-widget, .monaco-diff-editor").locator(".codicon-arrow-right:visible");
    await arrows.first().waitFor(SOON);
    await code.shoot("review-diff");
    await arrows.first().click();
    await code.press("Control+s");
    await expect.poll(onDisk, SOON).toBe(AFTER.replace("THREE", "line 3"));
    await expect.poll(() => countReviews(editor.server, "undo", name), SOON).toBe(1);
    await window.workbench.run("View: Close Editor");
  });

  it("is in the gutter, with Keep and Undo in the peek", LIMIT, async () => {
    await code.focus();
    await code.press("Control+Home", "Alt+F3");
    const peek = window.workbench.page.locator(".peekview-widget");
    await peek.waitFor(SOON);
    await code.shoot("review-peek");
    await peek.locator('.action-label[aria-label^="Undo Change"]').waitFor(SOON);
    await peek.locator('.action-label[aria-label^="Keep Change"]').click();
    await expect.poll(undos, SOON).toBe(1);
    await code.press("Escape");
  });

  it("is a list in Source Control, and follows what other surfaces undo", LIMIT, async () => {
    await code.openSourceControl();
    const row = window.workbench.treeItem(name);
    await row.first().waitFor(SOON);
    await code.shoot("review-list");
    const { id } = await lastSession(editor.server);
    await editor.server.parley("sessions", "undo", id, "--yes");
    await expect.poll(onDisk, SOON).toBe(BEFORE);
    await expect.poll(undos, SOON).toBe(0);
    await row.first().waitFor({ state: "detached", ...SOON });
  });

  it("is the same in two windows that undo the same hunk", LIMIT, async () => {
    const { workbench, close } = await editor.open({ folder: window.folder });
    const other = new CodeEditor(workbench);
    await other.showChat();
    await workbench
      .treeItem(/write file/)
      .first()
      .click(SOON);
    await other.open(join(window.folder, name));
    await expect.poll(() => other.lens(UNDO).count(), { timeout: 60_000 }).toBe(2);
    await Promise.all(
      [code, other].map(async (one) => {
        await one.focus();
        await one.press("Control+Home", "Alt+F9");
      }),
    );
    await Promise.all([code.press("Control+Alt+n"), other.press("Control+Alt+n")]);
    await expect.poll(onDisk, SOON).toBe(AFTER.replace("THREE", "line 3"));
    await expect.poll(undos, SOON).toBe(1);
    await expect.poll(() => other.lens(UNDO).count(), SOON).toBe(1);
    await expect.poll(() => countReviews(editor.server, "undo", name), SOON).toBe(1);
    await other.shoot("review-second-window");
    await close();
  });
});
