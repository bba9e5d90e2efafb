// An agent that floods, sends script and files that are not pictures: VS Code shows a clear state and runs nothing of it.
import { fileURLToPath } from "node:url";
import type { FrameLocator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chatOf } from "./workbench/chat.ts";
import { CodeEditor } from "./workbench/code-editor.ts";
import { EDITOR, openEditor, type OpenedEditor, type OpenedWindow } from "./workbench/opened-editor.ts";

const LIMIT = { timeout: 240_000 };
const SOON = { timeout: 90_000 };
const AGENT = fileURLToPath(new URL("bad-agent.mjs", import.meta.url));

describe.skipIf(EDITOR === undefined)("a bad agent in VS Code", () => {
  let editor: OpenedEditor;
  let window: OpenedWindow;
  let code: CodeEditor;
  let chat: FrameLocator;

  beforeAll(async () => {
    editor = await openEditor();
    await editor.server.parley("agents", "add", "bad", "--", process.execPath, AGENT);
    window = await editor.open({});
    code = new CodeEditor(window.workbench);
    chat = await window.workbench.openChat();
    await chat.getByRole("combobox", { name: "Agent" }).selectOption({ label: "bad" }, SOON);
  }, 300_000);
  afterAll(() => editor?.[Symbol.asyncDispose]());

  /** Sends it, and waits for the end of its turn. */
  async function turn(name: string): Promise<void> {
    await chatOf(chat).send(name);
    await chat.getByText(`done: ${name}`).last().waitFor(SOON);
  }

  const executed = (): Promise<unknown> =>
    chat.locator("body").evaluate(() => (globalThis as { executed?: unknown }).executed);

  it("runs no script of markdown, and loads nothing that it names", LIMIT, async () => {
    await turn("script");
    await code.shoot("bad-script");
    const log = chat.getByRole("log", { name: "Conversation" });
    expect(await log.locator("iframe, script, style, img").count()).toBe(0);
    expect(await chat.locator('a[href^="javascript:"]').count()).toBe(0);
    expect(await executed()).toBeUndefined();
  });

  it("shows what is not a picture as what it is", LIMIT, async () => {
    await turn("pictures");
    await code.shoot("bad-pictures");
    expect(await chat.locator('[href^="javascript:"], [href^="command:"]').count()).toBe(0);
    for (const name of ["click me", "run me"]) {
      const link = chat.getByText(name);
      if ((await link.count()) > 0) await link.first().click();
    }
    expect(await executed()).toBeUndefined();
    expect(await chat.getByRole("textbox", { name: "Message" }).isVisible()).toBe(true);
  });

  it("can be used while and after a flood", LIMIT, async () => {
    await chatOf(chat).send("flood");
    await chatOf(chat).input.fill("typed meanwhile");
    await chat.getByText("done: flood").last().waitFor(SOON);
    expect(await chatOf(chat).input.inputValue()).toBe("typed meanwhile");
    expect(await chat.getByText("flood 20000").count()).toBeGreaterThan(0);
  });

  it("loads nothing that the policy of its webview refuses", () => {
    expect(editor.complaints).toEqual([]);
  });
});
