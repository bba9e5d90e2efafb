// What the editor offers beside the chat: code actions, commit messages, menus that add to the prompt, lists in the composer, the plan.
import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FrameLocator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chatOf } from "./workbench/chat.ts";
import { CodeEditor } from "./workbench/code-editor.ts";
import { lastSession } from "./workbench/last-session.ts";
import { EDITOR, openEditor, type OpenedEditor, type OpenedWindow } from "./workbench/opened-editor.ts";

const LIMIT = { timeout: 120_000 };
const SOON = { timeout: 30_000 };
const AGENT = join(import.meta.dirname, "reporting-agent.mjs");
const FILES = {
  "a.ts": "export const one = 1;\nexport const two = 2;\n",
  "notes.txt": "first note\nsecond note\n",
  "bad.json": '{ "one": 1 "two": 2 }\n',
};

describe.skipIf(EDITOR === undefined)("what VS Code offers beside the chat", () => {
  let editor: OpenedEditor;
  let window: OpenedWindow;
  let code: CodeEditor;
  let chat: FrameLocator;

  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@example.com", ...args], {
      cwd: window.folder,
      encoding: "utf8",
    });
  const path = (name: string): string => join(window.folder, name);
  /** A chat that was hidden has another document. */
  const written = async (): Promise<string> => chatOf(await window.workbench.openChat()).input.inputValue();
  const chips = async (): Promise<string> => {
    const list = (await window.workbench.openChat()).getByRole("list", { name: "Attachments" });
    return (await list.getByRole("listitem").allInnerTexts()).join("; ");
  };

  beforeAll(async () => {
    editor = await openEditor({ settings: { "files.autoSave": "off", "git.autoRepositoryDetection": true } });
    window = await editor.open(FILES);
    await mkdir(path("parts"));
    await writeFile(path("parts/b.txt"), "b\n");
    git("init", "-q");
    git("add", "-A");
    git("commit", "-qm", "first");
    // High enough for all views of the side bar.
    await window.workbench.page.setViewportSize({ width: 1280, height: 1600 });
    code = new CodeEditor(window.workbench);
    await code.showChat();
    chat = await window.workbench.openChat();
  }, 300_000);
  afterAll(() => editor?.[Symbol.asyncDispose]());

  it("code actions: Explain, Test and Fix are prompts", LIMIT, async () => {
    const { workbench } = window;
    const log = chat.getByRole("log", { name: "Conversation" });
    const act = async (title: string): Promise<void> => {
      // Actions are offered once the language servers have started.
      for (const until = Date.now() + SOON.timeout; ;) {
        await code.press("Control+.");
        try {
          const action = workbench.page.getByText(title).first();
          await action.waitFor({ timeout: 2_000 });
          // The list of 1.104 takes no click before the mouse has moved.
          await workbench.page.mouse.move(600, 800);
          await workbench.page.mouse.move(605, 805);
          return await action.click({ timeout: 2_000 });
        } catch (error) {
          await code.press("Escape");
          if (Date.now() > until) throw error;
        }
      }
    };
    await code.open(path("notes.txt"));
    await code.focus();
    await code.goTo(1);
    await code.press("Shift+End");
    await act("Explain with the agent");
    await log.getByText("Explain @notes.txt:1").first().waitFor(SOON);
    await code.focus();
    await code.goTo(2);
    await code.press("Shift+End");
    await act("Write tests with the agent");
    await log.getByText("Write tests for @notes.txt:2").first().waitFor(SOON);
    await code.open(path("bad.json"));
    await workbench.statusBar(/^1$/).or(workbench.page.locator(".squiggly-error").first()).first().waitFor(SOON);
    await code.focus();
    await code.press("F8", "Escape");
    await act("Fix with the agent");
    await log
      .getByText(/Fix this problem: @bad\.json/)
      .first()
      .waitFor(SOON);
    expect(await log.getByText(/bad\.json:1:\d+: error/).count()).toBeGreaterThan(0);
  });

  it("menus add files, folders, selections, problems and changes to the prompt", LIMIT, async () => {
    const { workbench } = window;
    // On the words: a click beside them would take the selection away.
    const text = workbench.page.locator(".editor-instance .view-line > span > span:first-child");
    await workbench.newChat();
    await workbench.openContainer("Explorer");
    await workbench.menu(workbench.treeItem("a.ts").first(), "Add File to Prompt");
    await expect.poll(written, SOON).toBe("@a.ts ");
    await workbench.openContainer("Explorer");
    await workbench.menu(workbench.treeItem("parts").first(), "Add File to Prompt");
    await expect.poll(written, SOON).toBe("@a.ts @parts ");
    await code.open(path("a.ts"));
    await code.focus();
    await code.goTo(2);
    await code.press("Shift+End");
    await workbench.menu(text.nth(1), "Add Selection to Prompt");
    await expect.poll(written, SOON).toBe("@a.ts @parts @a.ts:2 ");
    await code.open(path("bad.json"));
    await workbench.page.locator(".squiggly-error").first().waitFor(SOON);
    await workbench.menu(text.first(), "Add Problems to Prompt");
    await expect.poll(chips, SOON).toMatch(/Problems/);
    await writeFile(path("a.ts"), "export const one = 11;\n");
    await workbench.run("ACP: Add Changes of Git to Prompt");
    await expect.poll(chips, SOON).toMatch(/Changes/);
    await code.shoot("assist-chips");
  });

  it("a selection in a terminal", LIMIT, async () => {
    const { workbench } = window;
    await workbench.run("Terminal: Create New Terminal");
    const rows = workbench.page.locator(".terminal-wrapper.active .xterm-rows");
    await rows.first().waitFor(SOON);
    await workbench.page.locator(".terminal-wrapper.active .xterm.focus").waitFor(SOON);
    await workbench.page.keyboard.type("echo words-of-the-$((40+2))");
    await workbench.page.keyboard.press("Enter");
    await rows.getByText("words-of-the-42").first().waitFor(SOON);
    await workbench.run("Terminal: Select All");
    await workbench.run("ACP: Add Terminal Selection to Prompt");
    await expect.poll(chips, SOON).toMatch(/(bash|sh|zsh), \d/);
    await workbench.run("Terminal: Kill All Terminals");
  });

  it(
    "a commit message of the staged changes, by an agent of the server and by one of the settings",
    LIMIT,
    async () => {
      const { workbench } = window;
      git("add", "a.ts");
      await editor.server.setSettings({ "acp.commitMessage.instructions": "say feat: what is staged" });
      await workbench.openContainer("Source Control");
      const box = workbench.page.locator(".scm-editor .view-lines").first();
      /** Again if the settings have not been read yet. */
      const writes = async (words: RegExp): Promise<void> => {
        for (const until = Date.now() + SOON.timeout; ;) {
          await workbench.run("ACP: Write Commit Message");
          try {
            return await box.filter({ hasText: words }).waitFor({ timeout: 5_000 });
          } catch (error) {
            if (Date.now() > until) throw error;
          }
        }
      };
      await writes(/feat:\swhat\sis\sstaged/);
      await editor.server.setSettings({ "acp.agent.executable": process.execPath, "acp.agent.args": [AGENT] });
      await writes(/word\snone/);
      await editor.server.setSettings({});
      expect(await editor.server.parley("sessions", "list", "--json")).not.toContain("what is staged");
    },
  );

  it("/ and @ in the composer", LIMIT, async () => {
    chat = await window.workbench.newChat();
    const { input } = chatOf(chat);
    await chat.getByRole("combobox", { name: "Agent" }).selectOption({ label: "Scripted agent" }, SOON);
    await chatOf(chat).send("say the session of the lists");
    await chatOf(chat).reads("the session of the lists");
    const menu = chat.getByRole("listbox");
    await input.pressSequentially("/to");
    await code.shoot("assist-slash");
    await menu.getByRole("option", { name: /tour/ }).waitFor(SOON);
    await input.press("Enter");
    await expect.poll(written, SOON).toMatch(/^\/tour/);
    await input.fill("");
    await input.pressSequentially("look at @bad");
    await menu.getByRole("option", { name: /bad\.json/ }).waitFor(SOON);
    await code.shoot("assist-mention");
    await input.press("Enter");
    await expect.poll(written, SOON).toMatch(/^look at @bad\.json/);
    await input.fill("");
  });

  it("a plan, step by step", LIMIT, async () => {
    await chatOf(chat).send("plan First step; Second step\nsay planned");
    await chatOf(chat).reads("planned");
    await window.workbench.openView("Plan");
    await window.workbench.treeItem("Second step").waitFor(SOON);
    await code.shoot("assist-plan");
    expect(await window.workbench.treeItem(/step/).count()).toBe(2);
  });

  it("a page on the same session", LIMIT, async () => {
    const { home } = editor.server;
    const { url } = JSON.parse(await readFile(join(home, "server.json"), "utf8")) as { readonly url: string };
    const token = (await readFile(join(home, "token"), "utf8")).trim();
    const page = await editor.newPage();
    await page.goto(`${url}/?token=${token}#/sessions/${(await lastSession(editor.server)).id}`);
    await chatOf(page).send("say from the page");
    await chatOf(chat).reads("from the page");
    await chatOf(chat).send("say from the window");
    expect(await chatOf(page).reads("from the window")).toBe("from the window");
    await page.close();
  });
});
