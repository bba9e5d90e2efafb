import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chatOf } from "./workbench/chat.ts";
import { extensionHosts } from "./workbench/extension-hosts.ts";
import { lastSession } from "./workbench/last-session.ts";
import { EDITOR, openEditor, type OpenedEditor, type OpenedWindow } from "./workbench/opened-editor.ts";

const LONG = { timeout: 180_000 };

/** A turn that continues for a while, and ends once its question is answered; its card leaves little room for what was said. */
function untilAnswered(what: string): string {
  return [`say before ${what}`, "wait 1500", `say during ${what}`, `run echo ${what}`, `say after ${what}`].join("\n");
}

describe.skipIf(EDITOR === undefined)("the chat in VS Code", () => {
  let editor: OpenedEditor;
  let window: OpenedWindow;

  beforeAll(async () => {
    editor = await openEditor();
    window = await editor.open({ "a.txt": "one\n", "long.txt": "line\n".repeat(9) + "last\n" });
  }, 300_000);
  afterAll(() => editor?.[Symbol.asyncDispose]());

  it("is in sight before its scripts are there: VS Code shows a document when that is loaded", LONG, async () => {
    const chat = await window.workbench.openChat();
    await chat.getByRole("textbox", { name: "Message" }).waitFor();
    const { loadedAt, scriptAt } = await chat.locator("body").evaluate(() => {
      const [document] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const script = resources.find(({ name }) => name.endsWith("/main.js"));
      return { loadedAt: document?.loadEventStart ?? 0, scriptAt: script?.responseEnd ?? 0 };
    });
    expect(loadedAt).toBeGreaterThan(0);
    expect(scriptAt).toBeGreaterThan(loadedAt);
  });

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
    await chat
      .question("a.txt")
      .getByRole("button", { name: /^Allow/ })
      .first()
      .click();
    await chat.reads("edited");
    const changes = await editor.server.parley("blame", `${window.folder}/a.txt`, "--json");
    expect(changes).toContain("edit a.txt one => two");
  });

  it("has the answers to a question in sight, whatever it is about", LONG, async () => {
    const chat = chatOf(await window.workbench.openChat());
    await chat.send("edit long.txt last => the last of many lines, and longer than a side bar is wide\nsay changed");
    const allow = chat
      .question("long.txt")
      .getByRole("button", { name: /^Allow/ })
      .first();
    await allow.waitFor();
    const isInSight = await allow.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    expect(isInSight).toBe(true);
    // And beside it, the end of the conversation.
    const leftBelow = () =>
      chat.log.evaluate(({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop);
    await expect.poll(leftBelow).toBeLessThan(2);
    expect(await chat.log.evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThan(60);
    await allow.click();
    await chat.reads("changed");
  });

  it("notifies a question of a hidden chat with its choices, and counts it on the badge", LONG, async () => {
    const { workbench } = window;
    await workbench.openContainer("Explorer");
    const { id } = await lastSession(editor.server);
    await editor.server.ask(`/sessions/${id}/reply`, { user_message: "run echo from a hidden chat\nsay ran" });
    const notice = workbench.notification("echo from a hidden chat");
    await notice.waitFor({ timeout: 60_000 });
    await workbench.page.locator('.activitybar .action-item:has([aria-label*="question for you"])').waitFor();
    await notice
      .getByRole("button", { name: /^Allow/ })
      .first()
      .click();
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
    await chat.send(untilAnswered("the reload"));
    await chat.reads("before the reload");
    await workbench.reload();
    const reloaded = chatOf(await workbench.openChat());
    await reloaded
      .question()
      .getByRole("button", { name: /^Allow/ })
      .first()
      .click({ timeout: 60_000 });
    await reloaded.reads("after the reload");
    await reloaded.reads("during the reload");
    expect(await reloaded.reads("before the reload")).toBe("before the reload");
  });

  it("follows its turn again after its extension host was killed, and loses nothing", LONG, async () => {
    const { workbench } = window;
    const chat = chatOf(await workbench.openChat());
    await chat.send(untilAnswered("the crash"));
    await chat.reads("before the crash");
    const { home } = editor.server;
    const hosts = extensionHosts(home);
    expect(hosts.length).toBeGreaterThan(0);
    for (const pid of hosts) process.kill(pid, "SIGKILL");
    await expect.poll(() => extensionHosts(home).some((pid) => !hosts.includes(pid)), { timeout: 90_000 }).toBe(true);
    const again = chatOf(await workbench.openChat());
    await again
      .question()
      .getByRole("button", { name: /^Allow/ })
      .first()
      .click({ timeout: 60_000 });
    await again.reads("after the crash");
    await again.reads("during the crash");
    expect(await again.reads("before the crash")).toBe("before the crash");
  });

  it("sends a prompt to the session in which it was written, whatever is shown by then", LONG, async () => {
    const { workbench } = window;
    const before = await lastSession(editor.server);
    const pid = await editor.server.parleyPid();
    process.kill(pid, "SIGSTOP");
    try {
      const chat = chatOf(await workbench.openChat());
      // The server is asked for the file first.
      await chat.send("say meant for the first session, with @a.txt");
      const next = chatOf(await workbench.newChat());
      await next.input.fill("not sent yet");
    } finally {
      process.kill(pid, "SIGCONT");
    }
    const said = (): Promise<string> => editor.server.parley("sessions", "show", before.id);
    await expect.poll(said, { timeout: 60_000 }).toMatch(/meant for the first session[^]*meant for the first session/);
    // Neither did it take what is written in the new chat with it.
    await workbench.openContainer("Explorer");
    const again = chatOf(await workbench.openChat());
    await expect.poll(() => again.input.inputValue()).toBe("not sent yet");
    await again.input.fill("");
    await workbench.openView("Sessions");
    await workbench
      .treeItem(/Hello from the script/)
      .first()
      .click();
    await again.reads("meant for the first session, with @a.txt");
    expect(await again.input.inputValue()).toBe("");
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
    await other.close();
  });

  it("continues after the server was killed", LONG, async () => {
    const { workbench } = window;
    const chat = chatOf(await workbench.openChat());
    process.kill(await editor.server.parleyPid(), "SIGKILL");
    await chat.send("say the server is another one");
    expect(await chat.reads("the server is another one")).toBe("the server is another one");
  });

  it("opens a long session at its end, and has the rest of it", LONG, async () => {
    const { workbench, folder } = window;
    const session = { parley: "session", version: 1, agent: "script", cwd: folder };
    const turns = Array.from({ length: 800 }, (_, at) => [
      { type: "prompt", prompt: [{ type: "text", text: `Question ${at + 1}.` }] },
      {
        type: "update",
        update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: `Answer ${at + 1}.` } },
      },
      { type: "stop", stopReason: "end_turn" },
    ]).flat();
    const log = turns.map((event, at) => ({ v: 1, seq: at + 1, at: 1_767_225_600_000 + at, sessionId: "s", ...event }));
    await editor.server.importLog([session, ...log]);
    const chat = chatOf(await workbench.openChat());
    await workbench.openView("Sessions");
    await workbench.treeItem("Question 1.").first().click();
    expect(await chat.reads("Answer 800.")).toBe("Answer 800.");
    await chat.log.press("Home");
    expect(await chat.reads("Answer 1.")).toBe("Answer 1.");
  });

  it("loads nothing that the policy of its webview refuses", async () => {
    expect(editor.complaints).toEqual([]);
  });
});
