// What the page's main thread does for streamed chunks, for a long session, and for scrolling in it.
import { countScriptBytes, watchFirstMessage } from "@parley/test-support/loaded-scripts";
import type { WatchedServer } from "../server/watched-server.ts";
import { converse, toStream } from "../server/surfaces.ts";
import { importMessages } from "../server/import-messages.ts";
import { findLongestTask, type LongestTask } from "./longest-task.ts";
import { MeasuredPage } from "./measured-page.ts";

export interface PageSample {
  readonly eventUs: number;
  readonly chunkUs: number;
  readonly copyingChunkUs: number;
  readonly longestTaskMs: number;
  readonly longestTaskCpuMs: number;
  readonly openMs: number;
  readonly openCpuMs: number;
  readonly scrollFrameMs: number;
  readonly loadKb: number;
}

export interface PageCounts {
  readonly chunks: number;
  /** Events that are followed twice: once so that the code is compiled. */
  readonly events: number;
  readonly messages: number;
}

const SCROLL_FRAMES = 120;
const SCROLL_PX = 600;

interface PageSessions {
  readonly events: string;
  readonly messages: string;
}

/** The sessions that every round looks at. */
export async function createSessions(server: WatchedServer, cwd: string, counts: PageCounts): Promise<PageSessions> {
  const stream = async (updates: number): Promise<string> => {
    using conversation = await converse("/acp WebSocket", server.address, { agent: "script", cwd });
    await conversation.prompt(toStream(updates));
    return conversation.sessionId;
  };
  return {
    events: await stream(counts.events),
    messages: await importMessages(server, counts.messages),
  };
}

export async function measurePage(
  server: WatchedServer,
  cwd: string,
  sessions: PageSessions,
  counts: PageCounts,
): Promise<PageSample> {
  // Each in a browser of its own, so that none pays for what another one left on the heap.
  const copyingMs = await inPage(server, (page) => measureCopying(page, server, cwd, counts.chunks));
  const chunkMs = await inPage(server, (page) => measureStream(page, server, cwd, counts.chunks));
  const longest = await inPage(server, (page) => measureTasks(page, server, cwd, counts.chunks));
  const eventMs = await inPage(server, async (page) => {
    await page.work("followAsPage", sessions.events, counts.events);
    return await page.cpuMs(() => page.work("followAsPage", sessions.events, counts.events));
  });
  const long = await inPage(server, (page) => measureLong(page, sessions.messages, `Answer ${counts.messages / 2}.`));
  return {
    ...long,
    eventUs: (eventMs * 1_000) / counts.events,
    chunkUs: (chunkMs * 1_000) / counts.chunks,
    copyingChunkUs: (copyingMs * 1_000) / counts.chunks,
    longestTaskMs: longest.wallMs,
    longestTaskCpuMs: longest.cpuMs,
  };
}

async function inPage<Result>(
  server: WatchedServer,
  measure: (page: MeasuredPage) => Promise<Result>,
): Promise<Result> {
  await using page = await MeasuredPage.open(server.address);
  return await measure(page);
}

/** The time until it is there, a frame while it is scrolled, and the scripts that are loaded before its first message. */
async function measureLong(
  page: MeasuredPage,
  sessionId: string,
  lastText: string,
): Promise<Pick<PageSample, "openMs" | "openCpuMs" | "scrollFrameMs" | "loadKb">> {
  const startedAt = performance.now();
  const openCpuMs = await page.cpuMs(() => openSession(page, sessionId, lastText));
  const openMs = performance.now() - startedAt;
  const scrollMs = await page.cpuMs(() => page.work("scroll", SCROLL_FRAMES, SCROLL_PX));
  // Once more as another page, which loads everything again.
  await watchFirstMessage(page.page);
  await page.page.reload();
  const loadKb = (await countScriptBytes(page.page)) / 1_000;
  return { openMs, openCpuMs, scrollFrameMs: scrollMs / SCROLL_FRAMES, loadKb };
}

/** A turn that is streamed into the open session, as a person sees it. */
async function measureStream(page: MeasuredPage, server: WatchedServer, cwd: string, chunks: number): Promise<number> {
  using conversation = await converse("/acp WebSocket", server.address, { agent: "script", cwd });
  await openSession(page, conversation.sessionId, "No messages yet");
  const chunkMs = await page.cpuMs(async () => {
    await conversation.prompt(toStream(chunks));
    await page.work("settle");
  });
  // Looked for only now, because a search in a long text is work for the page as well.
  await page.page.getByRole("article").last().getByText(`chunk ${chunks}`).last().waitFor();
  return chunkMs;
}

/** The same once more with a trace, which costs CPU of its own. */
async function measureTasks(
  page: MeasuredPage,
  server: WatchedServer,
  cwd: string,
  chunks: number,
): Promise<LongestTask> {
  using conversation = await converse("/acp WebSocket", server.address, { agent: "script", cwd });
  await openSession(page, conversation.sessionId, "No messages yet");
  return await findLongestTask(page.page, async () => {
    await conversation.prompt(toStream(chunks));
    await page.work("settle");
  });
}

async function measureCopying(page: MeasuredPage, server: WatchedServer, cwd: string, chunks: number): Promise<number> {
  using conversation = await converse("/acp WebSocket", server.address, { agent: "script", cwd });
  return await page.cpuMs(async () => {
    const followed = page.work("followAsReducer", conversation.sessionId, chunks);
    await Promise.all([conversation.prompt(toStream(chunks)), followed]);
  });
}

async function openSession({ page, origin }: MeasuredPage, id: string, lastText: string): Promise<void> {
  await page.goto(`${origin}/#/sessions/${id}`);
  await page.getByRole("log", { name: "Conversation" }).getByText(lastText).last().waitFor();
}
