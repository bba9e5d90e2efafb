// Sessions: new, loaded, resumed, forked, listed, closed, deleted.
import type { AgentHandlers, McpServer } from "@parley/acp";
import { createId } from "@parley/base";
import { RpcError } from "@parley/rpc";
import { isAbsolute } from "node:path";
import type { AgentSession, SessionPlace } from "../sessions/agent-session.ts";
import { Replayer } from "../sessions/replay.ts";
import { RestoredSession } from "../sessions/restored-session.ts";
import type { Agent } from "./agent.ts";

export function createSessionHandlers(agent: Agent): AgentHandlers {
  return {
    "session/new": async (params) => {
      const session = await agent.add(toPlace(params));
      return { sessionId: session.id, ...agent.describe(session) };
    },
    "session/load": async (params) => {
      const session = await bringBack(agent, params.sessionId, toPlace(params), true);
      return agent.describe(session);
    },
    "session/resume": async (params) => {
      const session = await bringBack(agent, params.sessionId, toPlace(params), false);
      return agent.describe(session);
    },
    "session/fork": async (params) => {
      const session = await fork(agent, params.sessionId, toPlace(params));
      return { sessionId: session.id, ...agent.describe(session) };
    },
    "session/list": ({ cwd, cursor }) => {
      if (cwd !== undefined && cwd !== null) checkFolder("cwd", cwd);
      return agent.files.list(cwd ?? undefined, cursor ?? undefined);
    },
    "session/close": async ({ sessionId }) => {
      await agent.close(agent.session(sessionId));
      return {};
    },
    "session/delete": async ({ sessionId }) => {
      const session = agent.find(sessionId);
      if (session !== undefined) await agent.close(session);
      await agent.files.delete(sessionId);
      const { removeCheckpoints } = await import("../checkpoints/steps-file.ts");
      await removeCheckpoints(agent.options.parleyHome, sessionId);
      return {};
    },
  };
}

interface PlaceParams {
  readonly cwd: string;
  readonly additionalDirectories?: readonly string[] | undefined;
  readonly mcpServers?: readonly McpServer[] | undefined;
}

function toPlace({ cwd, additionalDirectories = [], mcpServers = [] }: PlaceParams): SessionPlace {
  checkFolder("cwd", cwd);
  for (const [index, folder] of additionalDirectories.entries()) checkFolder(`additionalDirectories/${index}`, folder);
  return { cwd, additionalDirectories, mcpServers };
}

function checkFolder(field: string, path: string): void {
  if (!isAbsolute(path))
    throw RpcError.invalidParams(`${field} must be an absolute path`, { path: `/${field}`, value: path });
}

/** From its file, unless it is open. A replay is complete before the answer goes out. */
async function bringBack(agent: Agent, id: string, place: SessionPlace, isReplayed: boolean): Promise<AgentSession> {
  const session = agent.find(id) ?? (await openFromFile(agent, id, place));
  if (isReplayed && session.recorder.hasLog) await replay(agent, session);
  session.recorder.flush();
  return session;
}

async function openFromFile(agent: Agent, id: string, place: SessionPlace): Promise<AgentSession> {
  const log = await agent.files.open(id);
  try {
    const restored = new RestoredSession();
    const { events, damage } = await agent.files.read(id);
    for await (const event of events) restored.add(event);
    const session = await agent.add(place, restored.settings, id);
    restored.apply(session);
    session.recorder.start(log);
    const loss = describeLoss(damage.length, log.lastSeq > restored.lastSeq);
    if (loss !== undefined) agent.notice(session, "warning", loss);
    return session;
  } catch (error) {
    await log.close();
    throw error;
  }
}

/** A file may have lost its end, or everything: then no line of it is wrong, but the index knows how many there were. */
function describeLoss(damagedLines: number, isShort: boolean): string | undefined {
  if (damagedLines === 0) return isShort ? "This session's file is damaged: its end could not be read" : undefined;
  const what = damagedLines === 1 ? "A line" : `${damagedLines} lines`;
  return `${what} of this session's file could not be read: left out`;
}

/** Read a second time, so that a long session never has to be in memory as a whole. */
async function replay(agent: Agent, session: AgentSession): Promise<void> {
  const replayer = new Replayer((update) => session.recorder.send(update));
  const { events } = await agent.files.read(session.id);
  for await (const event of events) {
    replayer.add(event);
    if (session.recorder.isFull) await session.recorder.room();
  }
  replayer.end(session.turn !== undefined);
}

async function fork(agent: Agent, from: string, place: SessionPlace): Promise<AgentSession> {
  const origin = agent.find(from);
  if (origin !== undefined && !origin.recorder.hasLog) return agent.add(place, origin.settings);
  origin?.recorder.flush();
  const id = createId(agent.options.clock);
  const restored = new RestoredSession();
  const log = await agent.files.copy(from, id, place.cwd, (event) => restored.add(event));
  try {
    const session = await agent.add(place, restored.settings, id);
    restored.apply(session);
    session.recorder.start(log);
    return session;
  } catch (error) {
    await log.close();
    throw error;
  }
}
