// Reads everything for the checker once the servers are repaired: the log and the turns at every server, and every protocol's view.
import { client as acpClient } from "@agentclientprotocol/sdk";
import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import { existsSync, readFileSync } from "node:fs";
import { WebSocket } from "ws";
import { readLog } from "../e2e/serve/dialects.ts";
import type { Served } from "../e2e/serve/served.ts";
import type { Evidence, InteractionEvidence, SessionEvidence, TurnEvidence, ViewEvidence } from "./check/evidence.ts";
import { FINAL } from "./check/read-log.ts";
import { request } from "./clients/request.ts";
import { EXIT_MS_MAX, RETRY_MS, SETTLE_MS_MAX } from "./limits.ts";
import type { ClientRecords } from "./record.ts";
import type { World } from "./world/world.ts";

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until no turn is under way, reads, and ends the servers. */
export async function gather(world: World, records: ClientRecords): Promise<Evidence> {
  await settle(world, records.sessionIds);
  const sessions: SessionEvidence[] = [];
  const views: ViewEvidence[] = [];
  for (const id of records.sessionIds) {
    const session = await readSession(world, id);
    sessions.push(session);
    views.push(...(await readViews(world, session)));
  }
  const writes = await world.readWrites();
  const witnesses = existsSync(world.witnessFile) ? readFileSync(world.witnessFile, "utf8").split("\n") : [];
  const processes = await endServers(world);
  const { prompts, follows, chunks } = records;
  return { sessions, prompts, follows, chunks, views, writes, witnesses, processes };
}

function readTurns(server: Served, sessionId: string): Promise<readonly TurnEvidence[]> {
  return readAll<TurnEvidence>(server, "/turns", "turns", sessionId);
}

async function readAll<Item>(server: Served, path: string, field: string, sessionId: string): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let cursor: string | undefined; ;) {
    const query = new URLSearchParams({ session_id: sessionId, limit: "100", ...(cursor !== undefined && { cursor }) });
    const page = await request<Record<string, unknown>>(server, "GET", `${path}?${query.toString()}`);
    items.push(...(page[field] as Item[]));
    cursor = page["next_cursor"] as string | undefined;
    if (cursor === undefined) return items;
  }
}

/** Turns that are still under way after that are found by the checker. */
async function settle({ nodes }: World, sessionIds: readonly string[]): Promise<void> {
  const untilMs = Date.now() + SETTLE_MS_MAX;
  const server = nodes[0]?.direct as Served;
  for (const id of sessionIds) {
    while (Date.now() < untilMs && !(await isSettled(server, id).catch(() => false))) await pause(RETRY_MS);
  }
}

/** Nothing happens any more unless a person answers. */
async function isSettled(server: Served, id: string): Promise<boolean> {
  const turns = await readTurns(server, id);
  if (turns.every(({ state }) => FINAL.has(state))) return true;
  const isQuiet = turns.every(({ state }) => FINAL.has(state) || state === "awaiting" || state === "created");
  const questions = await readInteractions(server, id);
  return isQuiet && questions.some(({ state }) => state === "pending");
}

function readInteractions(server: Served, sessionId: string): Promise<readonly InteractionEvidence[]> {
  return readAll<InteractionEvidence>(server, "/interactions", "interactions", sessionId);
}

async function readSession({ nodes }: World, id: string): Promise<SessionEvidence> {
  const logs = await Promise.all(
    nodes.map(async ({ name, direct }) => ({ server: name, events: await readLog(direct, id) })),
  );
  const server = nodes.at(-1)?.direct as Served;
  const interactions = await readInteractions(server, id);
  return { id, logs, turns: await readTurns(server, id), interactions };
}

/** Over ACP the whole session, over REST each turn. */
async function readViews({ nodes }: World, { id, turns }: SessionEvidence): Promise<readonly ViewEvidence[]> {
  const views: ViewEvidence[] = [];
  for (const { name, direct } of nodes) {
    views.push({ view: `session/load on ${name}`, sessionId: id, text: await loadText(direct, id) });
  }
  const server = nodes[1 % nodes.length]?.direct as Served;
  for (const turn of turns) {
    if (turn.state !== "completed") continue;
    const { output } = await request<{ output: readonly { parts: readonly Part[] }[] }>(
      server,
      "GET",
      `/runs/${turn.id}`,
    );
    const parts = output.flatMap((message) => message.parts);
    const text = parts.map((part) => (part.content_type === "text/plain" ? (part.content ?? "") : "")).join("");
    views.push({ view: "GET /runs", sessionId: id, turnId: turn.id, text });
  }
  return views;
}

interface Part {
  readonly content_type: string;
  readonly content?: string;
}

interface Chunk {
  readonly sessionUpdate: string;
  readonly content?: { readonly text?: string };
}

async function loadText({ url, token }: Served, sessionId: string): Promise<string> {
  let text = "";
  const app = acpClient({ name: "checker" })
    .onNotification("session/update", ({ params }) => {
      const { sessionUpdate, content } = params.update as Chunk;
      if (sessionUpdate === "agent_message_chunk") text += content?.text ?? "";
    })
    .onRequest("session/request_permission", () => new Promise<never>(() => undefined));
  const headers = { authorization: `Bearer ${token}` };
  const connection = app.connect(createWebSocketStream(`${url.replace("http", "ws")}/acp`, { WebSocket, headers }));
  try {
    await connection.agent.request("initialize", { protocolVersion: 1, clientCapabilities: {} });
    await connection.agent.request("session/load", { sessionId, cwd: "", mcpServers: [] });
    return text;
  } finally {
    connection.close();
  }
}

/** What outlives its server for longer than it may. */
async function endServers({ nodes }: World): Promise<readonly string[]> {
  await Promise.all(nodes.map((node) => node.end("SIGTERM")));
  const untilMs = Date.now() + EXIT_MS_MAX;
  for (;;) {
    const left = (await Promise.all(nodes.map((node) => node.processes()))).flat();
    if (left.length === 0 || Date.now() > untilMs) return left.map(({ pid, command }) => `${pid} ${command}`);
    await pause(RETRY_MS);
  }
}
