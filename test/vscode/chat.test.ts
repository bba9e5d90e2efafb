import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chatOf } from "./workbench/chat.ts";
import { extensionHosts } from "./workbench/extension-hosts.ts";
import { EDITOR, openEditor, type OpenedEditor, type OpenedWindow } from "./workbench/opened-editor.ts";

const LONG = { timeout: 180_000 };

describe.skipIf(EDITOR === undefined)("the chat in VS Code", () => {
  let editor: OpenedEditor;
  let window: OpenedWindow;

  beforeAll(async () => {
    editor = await openEditor();
    window = await editor.open({ "a.txt": "one\n" });
  }, 300_000);
  afterAll(() => editor?.[Symbol.asyncDispose]());

  it("starts the server when it is opened, and talks to an agent", LONG, async () => {
    const chat = chatOf(await window.workbench.openChat());
    await chat.send("say Hello from the script");
    await chat.reads("Hello from the script");
    expect(await editor.server.parley("sessions", "list", "--json")).toContain("Hello from the script");
    await window.workbench.statusBar("Parley").waitFor();
  });

  it("shows a question as a card, and the answer is carried out", LONG, async () => {
    const chat = chatOf(await window.workbench.openChat());
    await chat.send("edit a.txt one => two\nsay edited");
    await chat.question("a.txt").getByRole("button", { name: "Allow once" }).click();
    await chat.reads("edited");
    const changes = await editor.server.parley("blame", `${window.folder}/a.txt`, "--json");
    expect(changes).toContain("edit a.txt one => two");
  });

  it("notifies a question of a hidden chat with its choices, and counts it on the badge", LONG, async () => {
    const { workbench } = window;
    const chat = chatOf(await workbench.openChat());
    await chat.send("say in sight\nwait 6000\nrun echo from a hidden chat\nsay ran");
    await chat.reads("in sight");
    await workbench.openContainer("Explorer");
    const notice = workbench.notification("echo from a hidden chat");
    await notice.waitFor({ timeout: 60_000 });
    await workbench.page.locator('.activitybar .action-item:has([aria-label*="question for you"])').waitFor();
    await notice.getByRole("button", { name: "Allow once" }).click();
    expect(await chatOf(await workbench.openChat()).reads("ran")).toBe("ran");
  });

  it("keeps what is written and not sent, when it is hidden and when the window is reloaded", LONG, async () => {
    const { workbench } = window;
    await chatOf(await workbench.openChat()).input.fill("not sent yet");
    await workbench.openContainer("Explorer");
    const shown = chatOf(await workbench.openChat());
    await expect.poll(() => shown.input.inputValue()).toBe("not sent yet");
    await workbench.reload("not sent yet");
    const reloaded = chatOf(await workbench.openChat());
    await expect.poll(() => reloaded.input.inputValue()).toBe("not sent yet");
    await reloaded.input.fill("");
  });

  it("follows a turn through a reload of the window", LONG, async () => {
    const { workbench } = window;
    const chat = chatOf(await workbench.openChat());
    await chat.send("say before the reload\nwait 15000\nsay after the reload");
    await chat.reads("before the reload");
    await workbench.reload();
    const reloaded = chatOf(await workbench.openChat());
    await reloaded.reads("before the reload");
    expect(await reloaded.reads("after the reload")).toBe("after the reload");
  });

  it("follows its turn again after its extension host was killed, and loses nothing", LONG, async () => {
    const { workbench } = window;
    const chat = chatOf(await workbench.openChat());
    await chat.send("say before the crash\nwait 20000\nsay after the crash");
    await chat.reads("before the crash");
    const { home } = editor.server;
    const hosts = extensionHosts(home);
    expect(hosts.length).toBeGreaterThan(0);
    for (const pid of hosts) process.kill(pid, "SIGKILL");
    await expect.poll(() => extensionHosts(home).some((pid) => !hosts.includes(pid)), { timeout: 90_000 }).toBe(true);
    const again = chatOf(await workbench.openChat());
    await again.reads("before the crash");
    expect(await again.reads("after the crash")).toBe("after the crash");
  });

  it("opens in an editor tab beside the side bar, and both show the same", LONG, async () => {
    const { workbench } = window;
    const side = chatOf(await workbench.openChat());
    await workbench.run("ACP: Open Chat in Editor");
    const tab = chatOf(await workbench.panel());
    await tab.send("say said in the tab");
    await tab.reads("said in the tab");
    expect(await side.reads("said in the tab")).toBe("said in the tab");
  });

  it("shares a session with another window", LONG, async () => {
    const { workbench, folder } = window;
    const other = await editor.open({ folder });
    const chat = chatOf(await other.workbench.openChat());
    await other.workbench.openView("Sessions");
    await other.workbench.treeItem(/Hello from the script/).click();
    await chat.reads("said in the tab");
    await chatOf(await workbench.openChat()).send("say from the first window");
    expect(await chat.reads("from the first window")).toBe("from the first window");
    await other.workbench.page.context().close();
  });

  it("continues after the server was killed", LONG, async () => {
    const { workbench } = window;
    const chat = chatOf(await workbench.openChat());
    const { pid } = JSON.parse(await editor.server.parley("server", "status", "--json")) as { readonly pid: number };
    process.kill(pid, "SIGKILL");
    await chat.send("say the server is another one");
    expect(await chat.reads("the server is another one")).toBe("the server is another one");
  });

  it("loads nothing that the policy of its webview refuses", async () => {
    expect(editor.complaints).toEqual([]);
  });
});
