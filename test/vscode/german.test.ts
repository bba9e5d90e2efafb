// The chat when German is the display language: what stands around a prompt, what the agent asks, and the answers.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CodeEditor } from "./workbench/code-editor.ts";
import { speakGerman } from "./workbench/display-language.ts";
import { EDITOR, openEditor, type OpenedEditor, type OpenedWindow } from "./workbench/opened-editor.ts";

const LIMIT = { timeout: 180_000 };
const SOON = { timeout: 60_000 };

describe.skipIf(EDITOR === undefined)("the chat in German", () => {
  let editor: OpenedEditor;
  let window: OpenedWindow;
  let german: AsyncDisposable;
  let code: CodeEditor;

  beforeAll(async () => {
    editor = await openEditor();
    german = await speakGerman(editor.server);
    window = await editor.open({ "a.txt": "one\n" });
    code = new CodeEditor(window.workbench);
  }, 300_000);
  afterAll(async () => {
    await german?.[Symbol.asyncDispose]();
    await editor?.[Symbol.asyncDispose]();
  });

  it("asks in German, with answers that are carried out", LIMIT, async () => {
    const chat = await window.workbench.openChat();
    const input = chat.getByRole("textbox", { name: "Nachricht", exact: true });
    await input.waitFor(SOON);
    await code.shoot("german-start");
    expect(await chat.locator("html").getAttribute("lang")).toBe("de");
    expect(await input.getAttribute("placeholder")).toContain("@ für Dateien");
    await input.fill("edit a.txt one => two\nrun rm -rf old\nsay done");
    await input.press("Enter");
    const edit = chat.getByRole("group", { name: /^Berechtigung: .*a\.txt/ });
    await edit.waitFor(SOON);
    await edit.getByRole("button", { name: "Weitere Antworten" }).click();
    await code.shoot("german-edit");
    await edit.getByText("Das Schreiben von a.txt erfordert Ihre Zustimmung").waitFor();
    await edit.getByRole("button", { name: "Schreiben von a.txt in diesem Ordner nie zulassen" }).waitFor();
    await edit.getByRole("button", { name: /^Schreiben von a\.txt für diese Sitzung zulassen/ }).click();
    const run = chat.getByRole("group", { name: "Berechtigung: Befehl ausführen" });
    await run.waitFor(SOON);
    await code.shoot("german-run");
    await run.getByText(/^rm löscht/).waitFor();
    await run
      .getByRole("button", { name: /^Ablehnen/ })
      .first()
      .click();
    const log = chat.getByRole("log", { name: "Unterhaltung" });
    await log.getByText("done", { exact: true }).last().waitFor(SOON);
    await log.getByText("1 Datei geändert").waitFor(SOON);
    await log.getByText("abgelehnt").first().waitFor(SOON);
    await code.shoot("german-done");
    expect(await readFile(join(window.folder, "a.txt"), "utf8")).toBe("two\n");
    expect(editor.complaints).toEqual([]);
  });
});
