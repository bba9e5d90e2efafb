// The same extension in a web extension host: a worker of the browser, which connects to a server at an address.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, type Place } from "../e2e/run-parley.ts";
import { serve, type Served } from "../e2e/serve/served.ts";
import { CodeEditor } from "./workbench/code-editor.ts";
import { chatOf } from "./workbench/chat.ts";
import { EDITOR, openEditor, type OpenedEditor, type OpenedWindow } from "./workbench/opened-editor.ts";

const LIMIT = { timeout: 180_000 };
const SOON = { timeout: 30_000 };
/** Of the two hosts, the one in the browser. */
const SETTINGS = { "remote.extensionKind": { "parley.parley-vscode": ["web"] }, "files.autoSave": "off" };

describe.skipIf(EDITOR === undefined)("the web extension host", () => {
  let editor: OpenedEditor;
  let window: OpenedWindow;
  let place: Place;
  let served: Served;
  let code: CodeEditor;

  beforeAll(async () => {
    editor = await openEditor({ settings: SETTINGS });
    place = await openPlace();
    served = await serve(place, ["--agent", "script", "--allow-origin", editor.server.origin]);
    window = await editor.open({ "a.txt": "one\ntwo\n" });
    code = new CodeEditor(window.workbench);
  }, 300_000);
  afterAll(async () => {
    await editor?.[Symbol.asyncDispose]();
    await served?.[Symbol.asyncDispose]();
    await place?.[Symbol.asyncDispose]();
  });

  it("says that it needs the address of a server, and connects to it", LIMIT, async () => {
    const { workbench } = window;
    const chat = await workbench.openChat();
    await chat.getByText("connects to a Parley server at an address").waitFor({ timeout: 60_000 });
    expect(await chat.getByRole("button", { name: "Start server" }).count()).toBe(0);
    await code.shoot("web-first");
    await workbench.run("ACP: Connect to Server…");
    await workbench.answer("Connect to a Parley server", served.url);
    await workbench.answer("Token of", served.token);
    await chatOf(chat).send("say from a web host");
    await chatOf(chat).reads("from a web host");
    await code.shoot("web-chat");
    expect(await (await served.fetch("/sessions")).text()).toContain("from a web host");
  });

  it("asks before it edits, and the edit is under review in the editor", LIMIT, async () => {
    const path = join(window.folder, "a.txt");
    await code.open(path);
    await code.focus();
    await code.typeAt(1, "draft ");
    await Promise.all([code.prompt("edit a.txt draft => final"), code.allow()]);
    await expect.poll(() => readFile(path, "utf8"), SOON).toBe("final one\ntwo\n");
    await code.lens(/Undo$/).first().waitFor(SOON);
    await code.shoot("web-review");
    await code.lens(/Undo$/).first().click();
    await expect.poll(() => readFile(path, "utf8"), SOON).toBe("one\ntwo\n");
  });

  it("creates files, and is connected again after a reload", LIMIT, async () => {
    await Promise.all([code.prompt(String.raw`write new.txt hello\n`), code.allow()]);
    await expect.poll(() => readFile(join(window.folder, "new.txt"), "utf8"), SOON).toBe("hello\n");
    await window.workbench.reload();
    const chat = chatOf(await window.workbench.openChat());
    await chat.send("say after the reload");
    expect(await chat.reads("after the reload")).toBe("after the reload");
  });
});
