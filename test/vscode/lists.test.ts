// The lists beside the chat: what can be done with a session, a rule and an agent there.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chatOf } from "./workbench/chat.ts";
import { CodeEditor } from "./workbench/code-editor.ts";
import { EDITOR, openEditor, type OpenedEditor, type OpenedWindow } from "./workbench/opened-editor.ts";

const LIMIT = { timeout: 120_000 };
const SOON = { timeout: 30_000 };
const AGENT = join(import.meta.dirname, "reporting-agent.mjs");

describe.skipIf(EDITOR === undefined)("the lists in VS Code", () => {
  let editor: OpenedEditor;
  let window: OpenedWindow;
  let code: CodeEditor;

  const count = async (): Promise<number> => {
    const { sessions } = JSON.parse(await editor.server.parley("sessions", "list", "--json")) as {
      sessions: unknown[];
    };
    return sessions.length;
  };

  beforeAll(async () => {
    editor = await openEditor();
    await editor.server.parley("agents", "add", "mine", "--", process.execPath, AGENT);
    window = await editor.open({});
    code = new CodeEditor(window.workbench);
    // High enough for all views of the side bar.
    await window.workbench.page.setViewportSize({ width: 1280, height: 1600 });
    await code.showChat();
    const chat = chatOf(await window.workbench.openChat());
    await chat.send("say the first answer");
    await chat.reads("the first answer");
    await chat.send("say the second answer");
    await chat.reads("the second answer");
    await window.workbench.openView("Sessions");
    await window.workbench.treeItem("say the first answer").waitFor(SOON);
  }, 300_000);
  afterAll(() => editor?.[Symbol.asyncDispose]());

  /** By the menu of its row. */
  const act = async (row: string | RegExp, entry: string): Promise<void> => {
    await window.workbench.menu(window.workbench.treeItem(row).first(), entry);
  };

  it("a session is renamed, exported, handed over, rewound, forked and deleted", LIMIT, async () => {
    const { workbench } = window;
    await act("say the first answer", "Rename Session…");
    await workbench.answer("Name of the session", "Our talk");
    await workbench.treeItem("Our talk").waitFor(SOON);

    await act("Our talk", "Export Session…");
    await workbench.accept("Export the session", "Our-talk.ndjson");
    await expect
      .poll(() => readFile(join(window.folder, "Our-talk.ndjson"), "utf8").catch(() => ""), SOON)
      .toContain("the second answer");

    await act("Our talk", "Hand Over to Another Agent…");
    await workbench.pick("Scripted agent");
    await workbench.treeItem(/Our talk.*Scripted agent/).waitFor(SOON);

    await act("Our talk", "Rewind Session…");
    await workbench.pick("say the second answer");
    await workbench.confirm("Rewind the Conversation Only");
    const log = (await workbench.openChat()).getByRole("log", { name: "Conversation" });
    await log.getByText("the second answer", { exact: true }).waitFor({ state: "detached", timeout: SOON.timeout });

    await act("Our talk", "Fork Session");
    await workbench.treeItem("Our talk").nth(1).waitFor(SOON);
    await expect.poll(count, SOON).toBe(2);
    await act("Our talk", "Delete Session…");
    await workbench.confirm("Delete");
    await workbench.treeItem("Our talk").nth(1).waitFor({ state: "detached", timeout: SOON.timeout });
    await expect.poll(count, SOON).toBe(1);
  });

  it("a rule is added, listed and revoked", LIMIT, async () => {
    const { workbench } = window;
    await workbench.run("ACP: Add Rule…");
    await workbench.pick("Never allow");
    await workbench.answer("Never allow", "execute(npm publish*)");
    await workbench.openView("Rules");
    const row = workbench.treeItem("execute(npm publish*)");
    await row.waitFor(SOON);
    expect(await editor.server.parley("rules", "list", "--json")).toContain("npm publish");
    await code.shoot("lists-rules");
    await row.hover();
    await row.getByRole("button", { name: "Revoke Rule" }).click(SOON);
    await row.waitFor({ state: "detached", timeout: SOON.timeout });
    expect(await editor.server.parley("rules", "list", "--json")).not.toContain("npm publish");
  });

  it("an agent is listed, restarted and removed", LIMIT, async () => {
    const { workbench } = window;
    for (const view of ["Chat", "Sessions", "Rules"]) await workbench.closeView(view);
    await workbench.openView("Agents");
    const row = workbench.treeItem(/^mine/);
    await row.hover(SOON);
    await code.shoot("lists-agents");
    await row.getByRole("button", { name: "Restart Agent…" }).click(SOON);
    await workbench.notification("is not running; it starts with the next prompt").waitFor(SOON);
    await act(/^mine/, "Remove Agent…");
    await workbench.confirm("Remove");
    await row.waitFor({ state: "detached", timeout: SOON.timeout });
    expect(await editor.server.parley("agents", "list", "--json")).not.toContain('"mine"');
  });
});
