// What our agent uses to bring back a long session, and to list thousands.
import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inTempFolder } from "../command-line.ts";
import { median } from "../statistics.ts";
import type { AgentProcess } from "./agent-process.ts";
import { startOwn } from "./own-agent.ts";

const LISTS = 9;
const SHORT_PROMPT = "say hello";

/** CPU from the request to the answer, which comes after every update, in a process that does nothing else. */
export function measureLoad(updates: number, textBytes: number): Promise<number> {
  return inTempFolder(async (folder) => {
    const sessionId = await keepSession(folder, `stream ${updates} ${textBytes}`);
    await using agent = await startOwn(folder);
    await agent.idle();
    const before = agent.cpuMs();
    await agent.request("session/load", { sessionId, cwd: join(folder, "work"), mcpServers: [] });
    return agent.cpuMs() - before;
  });
}

interface Page {
  readonly sessions: readonly unknown[];
  readonly nextCursor?: string;
}

export interface List {
  readonly listMs: number;
  /** By a process that has never listed: what lists is loaded for it. */
  readonly firstListMs: number;
  /** One page after the other, to the last. */
  readonly allPagesMs: number;
}

/** From the request to the answer with the first page, but for all of them. An earlier list has left an index. */
export function measureList(sessions: number): Promise<List> {
  return inTempFolder(async (folder) => {
    const sessionId = await keepSession(folder, SHORT_PROMPT);
    await multiply(join(folder, "home", "agent", "sessions"), sessionId, sessions);
    await using first = await startOwn(folder);
    await first.request("session/list", {});
    await using agent = await startOwn(folder);
    await agent.idle();
    const samples: number[] = [];
    for (let count = 0; count <= LISTS; count += 1) {
      const startedMs = performance.now();
      const answer = await agent.request<Page>("session/list", {});
      samples.push(performance.now() - startedMs);
      if (answer.nextCursor === undefined) throw new Error(`Only ${answer.sessions.length} sessions were listed`);
    }
    const [firstListMs = 0, ...others] = samples;
    return { listMs: median(others), firstListMs, allPagesMs: await measurePages(agent, sessions) };
  });
}

async function measurePages(agent: AgentProcess, sessions: number): Promise<number> {
  const startedMs = performance.now();
  let listed = 0;
  for (let cursor: string | undefined = ""; cursor !== undefined;) {
    const answer: Page = await agent.request<Page>("session/list", cursor === "" ? {} : { cursor });
    listed += answer.sessions.length;
    cursor = answer.nextCursor;
  }
  if (listed !== sessions) throw new Error(`Only ${listed} sessions were listed`);
  return performance.now() - startedMs;
}

async function keepSession(folder: string, prompt: string): Promise<string> {
  await using agent = await startOwn(folder);
  const sessionId = await agent.newSession(join(folder, "work"));
  await agent.prompt(sessionId, prompt);
  return sessionId;
}

/** The same session under many ids. */
async function multiply(folder: string, sessionId: string, times: number): Promise<void> {
  const name = (await readdir(folder)).find((file) => file.startsWith(sessionId) && file.endsWith(".ndjson"));
  if (name === undefined) throw new Error("The session has no file");
  const log = await readFile(join(folder, name), "utf8");
  await mkdir(folder, { recursive: true });
  for (let count = 1; count < times; count += 1) {
    const id = randomUUID();
    await writeFile(join(folder, name.replace(sessionId, id)), log.replaceAll(sessionId, id), { mode: 0o600 });
  }
}
