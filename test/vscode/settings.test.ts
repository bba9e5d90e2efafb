// Every setting of `acp.*` takes effect in an open window, without a reload; wrong ones say what is wrong and break nothing.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chatOf } from "./workbench/chat.ts";
import { CodeEditor } from "./workbench/code-editor.ts";
import { lastSession, type ListedSession } from "./workbench/last-session.ts";
import { EDITOR, openEditor, type OpenedEditor, type OpenedWindow } from "./workbench/opened-editor.ts";

const LONG = { timeout: 240_000 };
const SOON = { timeout: 60_000 };
const AGENT = join(import.meta.dirname, "reporting-agent.mjs");
const SECRET = "planted-key-of-the-settings";
/** The agent of most tests; the others choose their own. */
const SCRIPT = { "acp.agent.executable": "" };

describe.skipIf(EDITOR === undefined)("the settings in VS Code", () => {
  let editor: OpenedEditor;
  let window: OpenedWindow;
  let code: CodeEditor;

  beforeAll(async () => {
    editor = await openEditor();
    window = await editor.open({ "a.txt": "one\n", "b.txt": "two\n" });
    code = new CodeEditor(window.workbench);
    await code.showChat();
  }, 300_000);
  afterAll(() => editor?.[Symbol.asyncDispose]());

  const set = (settings: object): Promise<void> => editor.server.setSettings(settings);
  const choose = async (agent: string): Promise<void> => {
    const list = (await window.workbench.newChat()).getByRole("combobox", { name: "Agent" });
    await expect.poll(() => list.getByRole("option", { name: agent, exact: true }).count(), SOON).toBe(1);
    await list.selectOption({ label: agent });
  };
  const asked = async (): Promise<number> =>
    (await window.workbench.openChat()).getByRole("group", { name: /^Permission: / }).count();

  it("acp.agent.profiles, env with a secret, and acp.mcp.servers", LONG, async () => {
    const { workbench } = window;
    const profile = {
      name: "Reporting",
      executable: process.execPath,
      args: [AGENT],
      env: { TELL_KEY: "${secret:TELL}", TELL_WORD: "first" },
    };
    const wiki = {
      name: "wiki",
      transport: "http",
      url: "http://127.0.0.1:9/mcp",
      headers: { Authorization: "Bearer ${secret:TELL}" },
    };
    await set({ "acp.agent.profiles": [profile], "acp.mcp.servers": [wiki] });
    await choose("Reporting");
    const chat = chatOf(await workbench.openChat());
    await chat.send("what?");
    await workbench.answer("Secret TELL", SECRET);
    await chat.reads(`key ${SECRET.length}, word first, servers wiki(Authorization=${SECRET.length + 7}).`);

    // An open session gets another server with its next turn, and keeps its profile until it is restarted.
    const clock = { name: "clock", command: "/bin/true", env: { TZ: "UTC" } };
    await set({
      "acp.agent.profiles": [{ ...profile, env: { ...profile.env, TELL_WORD: "second" } }],
      "acp.mcp.servers": [wiki, clock],
    });
    const notice = workbench.notification('The agent "Reporting" was changed');
    await notice.waitFor(SOON);
    await expect.poll(() => serverNames(editor), SOON).toEqual(["wiki", "clock"]);
    await chat.send("and now?");
    await chat.reads(`key ${SECRET.length}, word first, servers wiki(Authorization=${SECRET.length + 7}) clock(TZ=3).`);
    await notice.getByRole("button", { name: "Restart with New Settings" }).click();
    await notice.waitFor({ state: "hidden" });
    await chat.send("and then?");
    await chat.reads(
      `key ${SECRET.length}, word second, servers wiki(Authorization=${SECRET.length + 7}) clock(TZ=3).`,
    );
    await code.shoot("settings-profile");
  });

  it(
    "secrets are nowhere but in the secret storage, and are brought again after the server was killed",
    LONG,
    async () => {
      const { workbench } = window;
      process.kill(await editor.server.parleyPid(), "SIGKILL");
      const chat = chatOf(await workbench.openChat());
      await chat.send("still?");
      await expect.poll(async () => (await said(editor)).match(/word second/g)?.length, SOON).toBe(2);
      expect(await filesWith(editor.server.home, SECRET)).toEqual([]);
      expect(await filesWith(editor.server.file("data"), SECRET)).toEqual([]);
      expect(await filesWith(window.folder, SECRET)).toEqual([]);
    },
  );

  it("acp.agent.executable, args and env are the agent of new sessions", LONG, async () => {
    await set({
      "acp.agent.executable": process.execPath,
      "acp.agent.args": [AGENT],
      "acp.agent.env": { TELL_WORD: "custom", TELL_KEY: null },
    });
    const shown = await window.workbench.newChat();
    const list = shown.getByRole("combobox", { name: "Agent" });
    await expect
      .poll(() => list.evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.label), SOON)
      .toBe("Custom");
    const chat = chatOf(shown);
    await chat.send("what?");
    await chat.reads("key 0, word custom, servers none.");
  });

  it("wrong ones are named with the remedy, and the chat goes on", LONG, async () => {
    const { workbench } = window;
    await set({
      "acp.agent.profiles": [
        { name: "Goose", executable: "goose", args: ["session", "start"], env: {} },
        { name: "Claude Code", executable: "claude-code" },
      ],
    });
    await workbench.notification('"goose session start" does not speak ACP').waitFor(SOON);
    await set({
      "acp.agent.profiles": 5,
      "acp.agent.args": "acp",
      "acp.agent.env": [],
      "acp.agent.executable": {},
      "acp.mcp.servers": [{ name: "post", transport: "carrier-pigeon" }],
      "acp.permissions.autoAllow": "everything",
      "acp.permissions.autoReject": [7],
      "acp.ui.showPlan": "perhaps",
      "acp.ui.showThoughts": 3,
      "acp.ui.followAlong": {},
      "acp.session.persistHistory": "no",
      "acp.session.autoResumeLastSession": [],
    });
    await workbench.notification("acp.agent.profiles must be a list of agents").waitFor(SOON);
    await code.shoot("settings-wrong");
    await workbench.run("ACP: Show Log");
    const log = workbench.page.locator(".output-view .view-lines, .editor-instance .view-lines");
    await expect
      .poll(async () => (await log.allInnerTexts()).join("\n").replaceAll("\u00A0", " "), SOON)
      .toContain("carrier-pigeon");
    const chat = chatOf(await workbench.newChat());
    await chat.send("say nothing is broken");
    await chat.reads("nothing is broken");
  });

  it("acp.session.persistHistory: a session that is not kept survives a reload of its window", LONG, async () => {
    await set({ "acp.session.persistHistory": false });
    const other = await editor.open({ "c.txt": "three\n" });
    const chat = chatOf(await other.workbench.openChat());
    await chat.send("say off the record");
    await chat.reads("off the record");
    await other.workbench.reload(await shownSession(editor));
    expect(await chatOf(await other.workbench.openChat()).reads("off the record")).toBe("off the record");
    // It is deleted a while after that, which the last test looks at.
    await other.close();
    await set({});
  });

  it(
    "acp.permissions.autoAllow and autoReject decide at once, also in a running turn, and are revoked at once",
    LONG,
    async () => {
      const { workbench } = window;
      await set(SCRIPT);
      const chat = chatOf(await workbench.openChat());
      await chat.send("say waiting\nwait 4000\nrun echo allowed by the settings\nsay first is over");
      await chat.reads("waiting");
      await set({ "acp.permissions.autoAllow": ["execute(echo *)"] });
      await chat.reads("first is over");
      expect(await asked()).toBe(0);
      await set({
        "acp.permissions.autoAllow": ["execute(echo *)"],
        "acp.permissions.autoReject": ["execute(echo *)"],
      });
      await expect.poll(() => rulesOf(editor), SOON).toMatchObject({ auto_reject: ["execute(echo *)"] });
      await chat.send("run echo never\nsay second is over");
      await chat.reads("second is over");
      await set({});
      await expect.poll(() => rulesOf(editor), SOON).toEqual({ auto_allow: [], auto_reject: [] });
      await chat.send("run echo asked again\nsay third is over");
      await code.allow();
      await chat.reads("third is over");
    },
  );

  it("acp.ui.showThoughts and acp.ui.showPlan, also for what was said before", LONG, async () => {
    const chat = await window.workbench.newChat();
    await chatOf(chat).send("think A private thought\nplan One; Two\nsay thought about it");
    await chatOf(chat).reads("thought about it");
    const thought = chat.getByRole("group", { name: "Thought" });
    const plan = chat.getByRole("button", { name: /^Plan: / });
    await plan.waitFor(SOON);
    expect(await thought.count()).toBe(0);
    await set({ "acp.ui.showThoughts": true, "acp.ui.showPlan": false });
    await thought.waitFor(SOON);
    await plan.waitFor({ state: "hidden", ...SOON });
    await set({});
    await thought.waitFor({ state: "hidden", ...SOON });
    await plan.waitFor(SOON);
  });

  it("acp.ui.followAlong", LONG, async () => {
    const { workbench } = window;
    const tab = (name: string) => workbench.page.locator(".tab", { hasText: name });
    await set({ "acp.ui.followAlong": false });
    await expect
      .poll(async () => {
        // The editor reads its settings a moment after they are written.
        await workbench.run("View: Close All Editors");
        await code.prompt("read a.txt");
        await code.prompt("say a turn later");
        return tab("a.txt").count();
      }, SOON)
      .toBe(0);
    await set({ "acp.ui.followAlong": true });
    await expect
      .poll(async () => {
        await code.prompt("read b.txt");
        return tab("b.txt").count();
      }, SOON)
      .toBe(1);
  });

  it("acp.session.autoResumeLastSession", LONG, async () => {
    const { workbench } = window;
    await set({ "acp.session.autoResumeLastSession": false });
    await workbench.reload();
    const chat = await workbench.openChat();
    await chatOf(chat).input.waitFor(SOON);
    expect(await chat.getByRole("log", { name: "Conversation" }).count()).toBe(0);
    await chatOf(chat).send("say the session to resume");
    await chatOf(chat).reads("the session to resume");
    await set({ "acp.session.autoResumeLastSession": true });
    await workbench.reload(await shownSession(editor));
    await chatOf(await workbench.openChat()).reads("the session to resume");
  });

  it("a folder's own settings count, because the folder is trusted here", LONG, async () => {
    await mkdir(join(window.folder, ".vscode"), { recursive: true });
    const settings = { "acp.permissions.autoReject": ["execute(curl *)"] };
    await writeFile(join(window.folder, ".vscode/settings.json"), JSON.stringify(settings));
    await expect.poll(() => rulesOf(editor), SOON).toMatchObject({ auto_reject: ["execute(curl *)"] });
  });

  it("acp.session.persistHistory: a session that is not kept is gone after its window", LONG, async () => {
    const list = (): Promise<string> => editor.server.parley("sessions", "list", "--json");
    await expect.poll(list, { timeout: 120_000, interval: 500 }).not.toContain("off the record");
    expect(await list()).toContain("the session to resume");
  });
});

/** As the editor keeps the session that the side bar shows. */
async function shownSession(editor: OpenedEditor): Promise<string> {
  return `"acp.session":"${(await lastSession(editor.server)).id}"`;
}

async function rulesOf(editor: OpenedEditor): Promise<ListedSession["rules"]> {
  return (await lastSession(editor.server)).rules;
}

async function serverNames(editor: OpenedEditor): Promise<readonly string[]> {
  return (await lastSession(editor.server)).extensions.map(({ name }) => name);
}

async function said(editor: OpenedEditor): Promise<string> {
  return editor.server.parley("sessions", "show", (await lastSession(editor.server)).id);
}

/** Files below a folder that contain the text. */
async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path, "latin1").catch(() => "");
    if (content.includes(text)) found.push(path);
  }
  return found;
}
