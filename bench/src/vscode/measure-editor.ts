// What the extension costs in a real VS Code: its start, a chat from a click on, a flood, a long session, a killed host.
import { statSync } from "node:fs";
import type { FrameLocator } from "playwright-core";
import { importMessages } from "../server/import-messages.ts";
import { toStream } from "../server/surfaces.ts";
import { MeasuredEditor, prepare, workIn } from "./measured-editor.ts";

export interface EditorSample {
  readonly loadMs: number;
  readonly activateMs: number;
  readonly eagerKb: number;
  readonly paintMs: number;
  readonly composerMs: number;
  readonly serverMs: number;
  readonly hostChunkUs: number;
  readonly chunkUs: number;
  readonly copyingChunkUs: number;
  readonly longestTaskMs: number;
  readonly openMs: number;
  readonly reattachMs: number;
}

export interface EditorCounts {
  readonly chunks: number;
  readonly messages: number;
}

export async function measureEditor(vsix: string, counts: EditorCounts): Promise<EditorSample> {
  await using editor = await MeasuredEditor.open(vsix);
  const [load, activate] = [await editor.event("load"), await editor.event("activate")];
  const eager = (activate.files ?? []).map((path) => statSync(path).size);
  const start = {
    loadMs: load.cpuMs ?? Number.NaN,
    activateMs: activate.cpuMs ?? Number.NaN,
    eagerKb: eager.reduce((sum, size) => sum + size, 0) / 1_000,
  };
  const { chat, ...opening } = await measureFirstChat(editor);
  const flood = await measureFlood(editor, chat, counts.chunks);
  const openMs = await measureLongSession(editor, chat, counts.messages);
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
  readonly chunkUs: number;
  readonly copyingChunkUs: number;
  readonly longestTaskMs: number;
}

/** Chunks at full speed, as a person sees them; beside it the same number for a reducer, in the same document. */
async function measureFlood(editor: MeasuredEditor, chat: FrameLocator, chunks: number): Promise<Flood> {
  await prepare(chat);
  await prompt(chat, "say ready", "ready");
  const longest = await watchTasks(chat);
  const [hostBefore, windowBefore, startedAt] = [await editor.hostMs(), await editor.windowMs(), performance.now()];
  await prompt(chat, toStream(chunks), "chunk 1");
  const last = chat.getByRole("article").last().getByText(`chunk ${chunks}`);
  do await workIn(chat, "settle");
  while ((await last.count()) === 0);
  const durationMs = performance.now() - startedAt;
  const hostMs = (await editor.hostMs()) - hostBefore;
  const windowMs = (await editor.windowMs()) - windowBefore;
  const longestTaskMs = await longest();
  const copyingBefore = await editor.windowMs();
  await workIn(chat, "copyState", chunks, durationMs);
  const copyingMs = (await editor.windowMs()) - copyingBefore;
  return {
    hostChunkUs: (hostMs * 1_000) / chunks,
    chunkUs: ((hostMs + windowMs) * 1_000) / chunks,
    copyingChunkUs: (copyingMs * 1_000) / chunks,
    longestTaskMs,
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

/** From the click in the list of sessions until its last message is in sight. */
async function measureLongSession(editor: MeasuredEditor, chat: FrameLocator, messages: number): Promise<number> {
  await importMessages({ address: await editor.address() }, messages, editor.folder);
  const row = editor.workbench.treeItem("Question 1.").first();
  await row.waitFor();
  const clickedAt = performance.now();
  await row.click();
  await chat
    .getByText(`Answer ${messages / 2}.`)
    .last()
    .waitFor();
  return performance.now() - clickedAt;
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
