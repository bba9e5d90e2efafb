// An agent that floods, sends script and files that are not pictures: VS Code shows a clear state and runs nothing of it.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FrameLocator, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chatOf } from "./workbench/chat.ts";
import { CodeEditor } from "./workbench/code-editor.ts";
import { lastSession } from "./workbench/last-session.ts";
import { EDITOR, openEditor, type OpenedEditor, type OpenedWindow } from "./workbench/opened-editor.ts";

const LIMIT = { timeout: 240_000 };
const SOON = { timeout: 30_000 };
const AGENT = fileURLToPath(new URL("bad-agent.mjs", import.meta.url));

describe.skipIf(EDITOR === undefined)("a bad agent in VS Code", () => {
  let editor: OpenedEditor;
  let window: OpenedWindow;
  let code: CodeEditor;
  let chat: FrameLocator;

  beforeAll(async () => {
    editor = await openEditor();
    await editor.server.parley("agents", "add", "bad", "--", process.execPath, AGENT);
    window = await editor.open({ "a.txt": "one\ntwo\nthree\n" });
    code = new CodeEditor(window.workbench);
    chat = await window.workbench.openChat();
    await chat.getByRole("combobox", { name: "Agent" }).selectOption({ label: "bad" }, SOON);
  }, 300_000);
  afterAll(() => editor?.[Symbol.asyncDispose]());

  /** To the end, if what was opened has moved it out of sight. */
  async function jump(): Promise<void> {
    const button = chat.getByRole("button", { name: "Jump to newest" });
    if ((await button.count()) > 0) await button.click();
  }

  let turns = 0;

  /** Sends it, and waits for the end of its turn, which is not that of an earlier one with the same name. */
  async function turn(name: string, wait = SOON): Promise<void> {
    turns += 1;
    const prompt = `${name} in turn ${turns}`;
    await chatOf(chat).send(prompt);
    await jump();
    await chat.getByText(`done: ${prompt}`, { exact: true }).waitFor(wait);
  }

  const onDisk = (name: string): Promise<string> => readFile(join(window.folder, name), "utf8");

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

  it("has no link in a notification, which would run a command", LIMIT, async () => {
    const { workbench } = window;
    await workbench.openContainer("Explorer");
    const { id } = await lastSession(editor.server);
    await editor.server.ask(`/sessions/${id}/reply`, { user_message: "ask" });
    const notice = workbench.notification("command:workbench.action.closeAllEditors");
    await notice.waitFor(SOON);
    await code.shoot("bad-link");
    expect(await notice.locator(".notification-list-item-message a").count()).toBe(0);
    await notice.getByRole("button", { name: "Allow once" }).click();
    chat = await workbench.openChat();
    await chat.getByText("done: ask").last().waitFor(SOON);
  });

  it("can be used while and after a flood", LIMIT, async () => {
    await chatOf(chat).send("flood");
    await chatOf(chat).input.fill("typed meanwhile");
    await chat.getByText("done: flood").last().waitFor(SOON);
    expect(await chatOf(chat).input.inputValue()).toBe("typed meanwhile");
    expect(await chat.getByText("flood 20000").count()).toBeGreaterThan(0);
  });

  /** The row of the last tool call about a file, opened. */
  async function openCall(name: string): Promise<Locator> {
    const row = chat.getByRole("group", { name: new RegExp(`Edit.*${name}`) }).last();
    await row.getByRole("button").first().click(SOON);
    return row;
  }

  it("applies a change that was only proposed, saved and undone by Ctrl+Z", LIMIT, async () => {
    await turn("propose");
    const row = await openCall("a.txt");
    await row.getByRole("button", { name: "Apply" }).waitFor(SOON);
    await code.shoot("proposal");
    await row.getByRole("button", { name: "Apply" }).click();
    await expect.poll(() => onDisk("a.txt"), SOON).toBe("one\nTWO\nthree\n");
    await row.getByText("Applied.").waitFor(SOON);
    await code.open(join(window.folder, "a.txt"));
    await code.focus();
    await code.press("Control+z", "Control+s");
    await expect.poll(() => onDisk("a.txt"), SOON).toBe("one\ntwo\nthree\n");
  });

  it("compares a proposed file, and applies it from there", LIMIT, async () => {
    const row = await openCall("new.txt");
    await row.getByRole("button", { name: "Compare" }).click(SOON);
    const { page } = window.workbench;
    await page.locator(".tab.active", { hasText: "new.txt (proposed by the agent)" }).waitFor(SOON);
    await code.shoot("proposal-compared");
    await page.locator('.editor-group-container.active .title [aria-label^="Apply Proposed Change"]').click(SOON);
    await expect.poll(() => onDisk("new.txt").catch(() => ""), SOON).toBe("brand new\n");
    await page.locator(".tab.active", { hasText: /^new\.txt/ }).waitFor(SOON);
  });

  it("refuses a change outside of the folder, and one that no longer fits", LIMIT, async () => {
    const outside = await openCall("hostname");
    await turn("propose");
    expect(await outside.getByRole("button", { name: "Apply" }).count()).toBe(0);
    const row = await openCall("a.txt");
    await row.getByRole("button", { name: "Apply" }).waitFor(SOON);
    await code.open(join(window.folder, "a.txt"));
    await code.focus();
    await code.typeAt(2, "not ");
    await row.getByRole("button", { name: "Apply" }).click();
    await row.getByRole("alert").getByText("a.txt was changed since, so the change no longer fits").waitFor(SOON);
    expect(await code.text()).toContain("not two");
    await code.press("Control+z");
  });

  it("says that it crashed, and is started again", LIMIT, async () => {
    await chatOf(chat).send("die");
    await jump();
    await chat.getByText("about to die").waitFor(SOON);
    await chat
      .getByText(/exited with code 3/)
      .first()
      .waitFor(SOON);
    await code.shoot("crashed");
    await turn("after the crash");
    expect(await chat.getByText("a last word of the agent").count()).toBeGreaterThan(0);
  });

  it("can be used after a diff of 50 MB", LIMIT, async () => {
    await turn("huge", { timeout: 120_000 });
    const row = await openCall("huge.txt");
    await row.getByText("This change is too large to show").waitFor(SOON);
    await code.shoot("huge");
    await turn("again");
    expect(await row.getByRole("button", { name: "Apply" }).count()).toBe(0);
  });

  it("loads nothing that the policy of its webview refuses", () => {
    expect(editor.complaints).toEqual([]);
  });
});
