// What the extension costs in a real VS Code: its start, a chat from a click on, a flood, a long session, a killed host.
import { statSync } from "node:fs";
import type { FrameLocator, Page } from "playwright-core";
import { importMessages } from "../server/import-messages.ts";
import { toStream } from "../server/surfaces.ts";
import { MeasuredEditor, prepare, workIn, type MeasuredExtensions } from "./measured-editor.ts";

export interface EditorSample {
  readonly loadMs: number;
  readonly activateMs: number;
  readonly eagerKb: number;
  readonly paintMs: number;
  readonly composerMs: number;
  readonly serverMs: number;
  readonly hostChunkUs: number;
  readonly chunkUs: number;
  readonly longestTaskMs: number;
  readonly plain: Flood;
  readonly gathering: Flood;
  readonly openMs: number;
  readonly reattachMs: number;
}

export interface EditorCounts {
  readonly chunks: number;
  readonly messages: number;
}

export async function measureEditor(extensions: MeasuredExtensions, counts: EditorCounts): Promise<EditorSample> {
  await using editor = await MeasuredEditor.open(extensions);
  const [load, activate] = [await editor.event("load"), await editor.event("activate")];
  const eager = (activate.files ?? []).map((path) => statSync(path).size);
  const start = {
    loadMs: load.cpuMs ?? Number.NaN,
    activateMs: activate.cpuMs ?? Number.NaN,
    eagerKb: eager.reduce((sum, size) => sum + size, 0) / 1_000,
  };
  const { chat, ...opening } = await measureFirstChat(editor);
  const ours = await measureFlood(editor, chat, counts.chunks);
  const plain = await measureFlood(editor, await editor.openRival("plain"), counts.chunks);
  const gathering = await measureFlood(editor, await editor.openRival("gathering"), counts.chunks);
  const flood = { ...ours, plain, gathering };
  const openMs = await measureLongSession(editor, await editor.workbench.openChat(), counts.messages);
  const reattachMs = await measureKilledHost(editor);
  return { ...start, ...opening, ...flood, openMs, reattachMs };
}

interface FirstChat {
  readonly chat: FrameLocator;
  readonly paintMs: number;
  readonly composerMs: number;
  readonly serverMs: number;
}

/** From the click on the icon, with no server running. */
async function measureFirstChat(editor: MeasuredEditor): Promise<FirstChat> {
  const { workbench } = editor;
  await workbench.activityIcon("Parley").waitFor();
  const clickedAt = Date.now();
  const chat = await workbench.openChat();
  await chat.getByRole("textbox", { name: "Message" }).waitFor();
  const composerMs = Date.now() - clickedAt;
  // Agents are known when the server has been asked for them.
  await chat.getByRole("combobox", { name: "Agent" }).waitFor();
  const serverMs = Date.now() - clickedAt;
  const { at } = await editor.event("resolve");
  return { chat, composerMs, serverMs, paintMs: (await firstPaintOf(chat)) - at };
}

/** In milliseconds since 1970. */
function firstPaintOf(chat: FrameLocator): Promise<number> {
  return chat.locator("body").evaluate(() => {
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    return performance.timeOrigin + (paint?.startTime ?? Number.NaN);
  });
}

interface Flood {
  readonly hostChunkUs: number;
  /** Of host and window. */
  readonly chunkUs: number;
  readonly longestTaskMs: number;
}

/** Chunks at full speed, as a person sees them: CPU of the two threads, per chunk. */
async function measureFlood(editor: MeasuredEditor, chat: FrameLocator, chunks: number): Promise<Flood> {
  await prepare(chat);
  await prompt(chat, "say ready", "ready");
  const longest = await watchTasks(chat);
  const [hostBefore, windowBefore] = [await editor.hostMs(), await editor.windowMs()];
  await prompt(chat, toStream(chunks), "chunk 1");
  const last = chat.getByRole("article").last().getByText(`chunk ${chunks}`);
  let [hostMs, windowMs] = [0, 0];
  // Looked for only after it was measured, because a search in a long text is work for the window as well.
  do {
    await workIn(chat, "settle");
    [hostMs, windowMs] = [(await editor.hostMs()) - hostBefore, (await editor.windowMs()) - windowBefore];
  } while ((await last.count()) === 0);
  return {
    hostChunkUs: (hostMs * 1_000) / chunks,
    chunkUs: ((hostMs + windowMs) * 1_000) / chunks,
    longestTaskMs: await longest(),
  };
}

/** Returns a function that says how long the longest task took since then; tasks below 50 ms are not reported. */
async function watchTasks(chat: FrameLocator): Promise<() => Promise<number>> {
  const body = chat.locator("body");
  await body.evaluate(() => {
    const found: number[] = [];
    Object.assign(globalThis, { longTasks: found });
    const observer = new PerformanceObserver((list) =>
      found.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: "longtask" });
  });
  return () =>
    body.evaluate(() => {
      const { longTasks = [] } = globalThis as unknown as { readonly longTasks?: readonly number[] };
      return Math.max(0, ...longTasks);
    });
}

/**
 * From the click in the list of sessions until its last message is in sight. Both are noted by the documents themselves:
 * Playwright prepares a click, and looks for a text at intervals of up to half a second.
 */
async function measureLongSession(editor: MeasuredEditor, chat: FrameLocator, messages: number): Promise<number> {
  await chat.getByRole("textbox", { name: "Message" }).waitFor();
  await importMessages({ address: await editor.address() }, messages, editor.folder);
  const row = editor.workbench.treeItem("Question 1.").first();
  await row.waitFor();
  await prepare(chat);
  const clickedAt = await noteClick(editor.page);
  const shownAt = workIn(chat, "whenShown", `Answer ${messages / 2}.`);
  await row.click();
  return (await shownAt) - (await clickedAt());
}

/** Returns a function that says when the next click was, in milliseconds since 1970. */
async function noteClick(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    addEventListener(
      "pointerdown",
      ({ timeStamp }) => {
        Object.assign(globalThis, { clickedAt: performance.timeOrigin + timeStamp });
      },
      { capture: true, once: true },
    );
  });
  return () => page.evaluate(() => (globalThis as unknown as { readonly clickedAt: number }).clickedAt);
}

/** From the signal until the chat shows its conversation again, in a new document. */
async function measureKilledHost(editor: MeasuredEditor): Promise<number> {
  const { pid } = await editor.event("activate");
  const killedAt = Date.now();
  process.kill(pid, "SIGKILL");
  await editor.event("resolve", killedAt);
  const chat = await editor.workbench.openChat();
  await chat.getByText("Answer").last().waitFor();
  return Date.now() - killedAt;
}

async function prompt(chat: FrameLocator, text: string, until: string): Promise<void> {
  const input = chat.getByRole("textbox", { name: "Message" });
  await input.fill(text);
  await input.press("Enter");
  await chat.getByRole("log", { name: "Conversation" }).getByRole("article").last().getByText(until).first().waitFor();
}
