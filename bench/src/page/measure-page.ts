// What the page's main thread does for streamed chunks, for a long session, and for scrolling in it.
import { gzipSync } from "node:zlib";
import type { WatchedServer } from "../server/watched-server.ts";
import { converse, toStream } from "../server/surfaces.ts";
import { MeasuredPage } from "./measured-page.ts";

export interface PageSample {
  readonly eventUs: number;
  readonly chunkUs: number;
  readonly copyingChunkUs: number;
  readonly longestTaskMs: number;
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
  await using page = await MeasuredPage.open(server.address);
  const loadKb = await measureLoad(page);
  await page.work("followAsPage", sessions.events, counts.events);
  const eventMs = await page.cpuMs(() => page.work("followAsPage", sessions.events, counts.events));
  const copyingMs = await measureCopying(page, server, cwd, counts.chunks);
  const { chunkMs, longestTaskMs } = await measureStream(page, server, cwd, counts.chunks);
  const startedAt = performance.now();
  const openCpuMs = await page.cpuMs(() => openSession(page, sessions.messages, `Answer ${counts.messages / 2}.`));
  const openMs = performance.now() - startedAt;
  const scrollMs = await page.cpuMs(() => page.work("scroll", SCROLL_FRAMES, SCROLL_PX));
  return {
    eventUs: (eventMs * 1_000) / counts.events,
    chunkUs: (chunkMs * 1_000) / counts.chunks,
    copyingChunkUs: (copyingMs * 1_000) / counts.chunks,
    longestTaskMs,
    openMs,
    openCpuMs,
    scrollFrameMs: scrollMs / SCROLL_FRAMES,
    loadKb,
  };
}

/** A turn that is streamed into the open session, as a person sees it. */
async function measureStream(
  page: MeasuredPage,
  server: WatchedServer,
  cwd: string,
  chunks: number,
): Promise<{ readonly chunkMs: number; readonly longestTaskMs: number }> {
  using conversation = await converse("/acp WebSocket", server.address, { agent: "script", cwd });
  await openSession(page, conversation.sessionId, "Nothing said yet");
  const longest = await watchTasks(page);
  const chunkMs = await page.cpuMs(async () => {
    await conversation.prompt(toStream(chunks));
    await page.work("settle");
  });
  const longestTaskMs = await longest();
  // Looked for only now, because a search in a long text is work for the page as well.
  await page.page.getByRole("article").last().getByText(`chunk ${chunks}`).last().waitFor();
  return { chunkMs, longestTaskMs };
}

async function measureCopying(page: MeasuredPage, server: WatchedServer, cwd: string, chunks: number): Promise<number> {
  using conversation = await converse("/acp WebSocket", server.address, { agent: "script", cwd });
  return await page.cpuMs(async () => {
    const followed = page.work("followAsReducer", conversation.sessionId, chunks);
    await Promise.all([conversation.prompt(toStream(chunks)), followed]);
  });
}

/** The compressed scripts that were loaded until the page could be used. */
async function measureLoad({ page }: MeasuredPage): Promise<number> {
  const scripts = await page.evaluate(() =>
    performance.getEntriesByType("resource").flatMap(({ name }) => (name.endsWith(".js") ? [name] : [])),
  );
  let bytes = 0;
  for (const url of new Set(scripts)) {
    const response = await page.request.get(url);
    bytes += gzipSync(await response.body()).length;
  }
  return bytes / 1_000;
}

async function openSession({ page, origin }: MeasuredPage, id: string, lastText: string): Promise<void> {
  await page.goto(`${origin}/#/sessions/${id}`);
  await page.getByRole("log", { name: "Conversation" }).getByText(lastText).last().waitFor();
}

/** Returns a function that says how long the longest task took since then; tasks below 50 ms are not reported. */
async function watchTasks({ page }: MeasuredPage): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const found: number[] = [];
    Object.assign(globalThis, { longTasks: found });
    const observer = new PerformanceObserver((list) =>
      found.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: "longtask" });
  });
  return () =>
    page.evaluate(() => {
      const { longTasks = [] } = globalThis as unknown as { readonly longTasks?: readonly number[] };
      return Math.max(0, ...longTasks);
    });
}

async function importMessages({ address: { host, port, headers } }: WatchedServer, messages: number): Promise<string> {
  const events = Array.from({ length: messages / 2 }, (_, at) => [
    { type: "prompt", prompt: [{ type: "text", text: `Question ${at + 1}.` }] },
    {
      type: "update",
      update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: answer(at + 1) } },
    },
    { type: "stop", stopReason: "end_turn" },
  ]).flat();
  const lines = events.map((event, at) =>
    JSON.stringify({ v: 1, seq: at + 1, at: 1_767_225_600_000 + at, sessionId: "s", ...event }),
  );
  const response = await fetch(`http://${host}:${port}/sessions/import`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/x-ndjson" },
    body: lines.join("\n"),
  });
  const { id } = (await response.json()) as { readonly id?: string };
  if (id === undefined) throw new Error(`The session could not be imported: ${response.status}`);
  return id;
}

function answer(at: number): string {
  return `Answer ${at}.\n\nIt has **two** paragraphs and a list:\n\n- one\n- two\n\n\`\`\`ts\nconst at = ${at};\n\`\`\`\n`;
}
