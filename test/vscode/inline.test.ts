import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { chatOf } from "./workbench/chat.ts";
import { CodeEditor } from "./workbench/code-editor.ts";
import { InlineZone } from "./workbench/inline-chat.ts";
import { EDITOR, openEditor, type OpenedEditor, type OpenedWindow } from "./workbench/opened-editor.ts";

const LIMIT = { timeout: 180_000 };
const SOON = { timeout: 30_000 };
const UNDO = /Undo$/;

describe.skipIf(EDITOR === undefined)("inline chat in VS Code", () => {
  let editor: OpenedEditor;
  let window: OpenedWindow;
  let code: CodeEditor;
  let files = 0;
  let name = "";

  const onDisk = (): Promise<string> => readFile(join(window.folder, name), "utf8");
  const ask = (text: string): Promise<void> => InlineZone.ask(window.workbench, text);
  const openAt = (line: number): Promise<void> => InlineZone.open(window.workbench, code, line);
  const zone = (text: string): InlineZone => InlineZone.with(window.workbench, text);

  beforeAll(async () => {
    editor = await openEditor({ settings: { "files.autoSave": "off" } });
    window = await editor.open({});
    code = new CodeEditor(window.workbench);
  }, 300_000);
  afterAll(() => editor?.[Symbol.asyncDispose]());

  beforeEach(async () => {
    files += 1;
    name = `file-${files}.txt`;
    await writeFile(join(window.folder, name), "one\ntwo\nthree\nfour\nfive\nsix\n");
    await code.open(join(window.folder, name));
    await code.focus();
  });

  it("answers about unsaved text, and its edit is reviewed by hunk, and kept", LIMIT, async () => {
    await code.typeAt(2, "draft ");
    await openAt(2);
    await code.shoot("inline-asking");
    await ask(`say Hello **there**\nedit ${name} draft => final\nsay edited-1`);
    const shown = zone("Hello there");
    await shown.states("needs your answer");
    await code.shoot("inline-question");
    await shown.press("Answer the Question");
    await window.workbench.pick("Allow once");
    await shown.reads("edited-1");
    await shown.states("1 changed file to review");
    // Unsaved text was part of what the agent changed.
    await expect.poll(onDisk, SOON).toBe("one\nfinal two\nthree\nfour\nfive\nsix\n");
    await code.lens(UNDO).first().waitFor(SOON);
    await code.shoot("inline-review");
    await shown.press("Keep Changes");
    await expect.poll(() => code.lens(UNDO).count(), SOON).toBe(0);

    // The same session, in the chat.
    await shown.press("Open in Chat");
    await chatOf(await window.workbench.openChat()).reads("edited-1");
    await shown.press("Close");
  });

  it("undoes what its agent changed", LIMIT, async () => {
    await openAt(2);
    await ask(`edit ${name} two => wrong\nsay edited-2`);
    const shown = zone("edited-2");
    await shown.states("needs your answer");
    await shown.press("Answer the Question");
    await window.workbench.pick("Allow once");
    await shown.states("1 changed file to review");
    await expect.poll(onDisk, SOON).toContain("wrong");
    await shown.press("Undo Changes");
    await window.workbench.confirm("Undo All");
    await expect.poll(onDisk, SOON).toBe("one\ntwo\nthree\nfour\nfive\nsix\n");
    await shown.press("Close");
  });

  it("leaves the focus where a person types while it answers", LIMIT, async () => {
    await openAt(2);
    // More than it comes to say.
    const words = Array.from({ length: 300 }, (_, index) => `say word-${index} \\n\nwait 200`);
    await ask(words.join("\n"));
    await zone("word-1").states("working");
    // A comment that was clicked had the focus.
    await window.workbench.page.locator(".review-widget .comment-body").last().click(SOON);
    await code.focus();
    await code.goTo(6);
    await window.workbench.page.keyboard.type("typed while it answers ", { delay: 50 });
    await zone("word-1").states("working");
    expect(await code.text()).toContain("typed while it answers six");
    await zone("word-1").press("Stop");
    expect(await zone("word-1").reads("Cancelled.")).toBe("Cancelled.");
    await code.press("Control+s");
  });

  it("has several at once, each of which can be stopped", LIMIT, async () => {
    await openAt(1);
    await ask("say first-zone\nwait 60000\nsay never");
    await zone("first-zone").states("working");
    await code.focus();
    await openAt(5);
    await ask("say second-zone\nwait 500\nsay second-done");
    await zone("second-zone").reads("second-done");
    await zone("second-zone").states("done");
    await zone("first-zone").states("working");
    await zone("first-zone").press("Stop");
    expect(await zone("first-zone").reads("Cancelled.")).toBe("Cancelled.");
    await code.shoot("inline-several");
  });

  it("shows again after a reload what was said, and follows a turn that runs", LIMIT, async () => {
    await openAt(3);
    await ask("say before-reload\nwait 1500\nrun echo reloaded\nsay after-reload");
    await zone("before-reload").states("working");
    await window.workbench.reload('"start":2,');
    // A tab of the last moments may not be restored.
    await code.open(join(window.folder, name));
    await zone("before-reload").states("needs your answer");
    await zone("before-reload").press("Answer the Question");
    await window.workbench.pick("Allow once");
    await zone("before-reload").states("done");
    expect(await zone("before-reload").reads("after-reload")).toBe("after-reload");
  });

  it("replaces the selection by the code of an answer, where it is still the same", LIMIT, async () => {
    await openAt(4);
    await ask("say ```\\nFOUR\\n4\\n```");
    const shown = zone("FOUR");
    await shown.press("Replace Selection with the Agent's Code");
    await expect.poll(() => code.text(), SOON).toContain("FOUR");
    await code.focus();
    await code.press("Control+s");
    await expect.poll(onDisk, SOON).toBe("one\ntwo\nthree\nFOUR\n4\nfive\nsix\n");
    await shown.press("Replace Selection with the Agent's Code");
    await window.workbench.notification("was changed since").waitFor(SOON);
  });

  it("says so when the agent fails and when the server is gone, and continues", LIMIT, async () => {
    await openAt(6);
    await ask("say before-failure\nfail The model is down.");
    const shown = zone("before-failure");
    await shown.reads(/The turn failed/);
    await shown.states("failed");
    await code.shoot("inline-failed");
    process.kill(await editor.server.parleyPid(), "SIGKILL");
    await shown.reply("say after-the-kill");
    expect(await shown.reads("after-the-kill")).toBe("after-the-kill");
  });
});
