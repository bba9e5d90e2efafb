// Opens, replays and copies sessions from disk. Loaded on first use.
import type { SessionEvent } from "@parley/acp";
import { createId } from "@parley/base";
import type { AgentSession, SessionFolders } from "../session-runtime/agent-session.ts";
import { Replayer } from "../sessions/replay.ts";
import { RestoredSession } from "../sessions/restored-session.ts";
import { readMeta, type Block } from "../sessions/wire.ts";
import type { Agent } from "../session-runtime/agent.ts";

/** Reads the session from disk unless it is open. A replay is complete before the response is sent. */
export async function restoreSession(
  agent: Agent,
  id: string,
  folders: SessionFolders,
  isReplayed: boolean,
): Promise<AgentSession> {
  const session = agent.find(id) ?? (await openFromFile(agent, id, folders));
  if (isReplayed && session.recorder.hasLog) await replay(agent, session);
  session.recorder.flush();
  return session;
}

async function openFromFile(agent: Agent, id: string, folders: SessionFolders): Promise<AgentSession> {
  const { log, aside } = await agent.files.open(id);
  try {
    const restored = new RestoredSession();
    const { events, damage } = await agent.files.read(id);
    for await (const event of events) restored.add(event);
    const session = await agent.add(folders, restored.settings, id);
    restored.apply(session);
    session.recorder.start(log);
    const loss =
      aside === undefined
        ? describeLoss(damage.length, log.lastSeq > restored.lastSeq)
        : `This session's file could not be read and was moved to ${aside}; the session starts over`;
    if (loss !== undefined) agent.notice(session, "warning", loss);
    return session;
  } catch (error) {
    await log.close();
    throw error;
  }
}

/** A truncated file has no damaged line, but the index knows how many lines there were. */
function describeLoss(damagedLines: number, isShort: boolean): string | undefined {
  if (damagedLines === 0) return isShort ? "This session's file is damaged: its end could not be read" : undefined;
  const what = damagedLines === 1 ? "A line" : `${damagedLines} lines`;
  return `${what} of this session's file could not be read and was skipped`;
}

/** Reads the log a second time, so that a long session is never in memory as a whole. */
async function replay(agent: Agent, session: AgentSession): Promise<void> {
  const replayer = new Replayer((update) => session.recorder.send(update));
  const { events } = await agent.files.read(session.id);
  for await (const event of events) {
    replayer.add(event);
    if (session.recorder.isFull) await session.recorder.room();
  }
  replayer.end(session.turn !== undefined);
}

/**
 * A new session with everything before a prompt of the client's log. Undefined if the copy would be incomplete: a
 * prompt that brought context had it in its own text.
 */
export async function cutSession(agent: Agent, from: string, promptSeq: number): Promise<string | undefined> {
  const origin = agent.find(from);
  if (origin !== undefined && !origin.recorder.hasLog) return undefined;
  origin?.recorder.flush();
  const isEnd = (event: SessionEvent): boolean =>
    event.type === "prompt" &&
    readMeta((event.prompt as readonly Block[])[0] ?? {}).promptSeq === promptSeq &&
    (event.prompt as readonly Block[]).every((block) => readMeta(block).history !== true);
  return agent.files.cut(from, createId(agent.options.clock), isEnd);
}

export async function fork(agent: Agent, from: string, folders: SessionFolders): Promise<AgentSession> {
  const origin = agent.find(from);
  if (origin !== undefined && !origin.recorder.hasLog) return agent.add(folders, origin.settings);
  origin?.recorder.flush();
  const id = createId(agent.options.clock);
  const restored = new RestoredSession();
  const log = await agent.files.copy(from, id, folders.cwd, (event) => restored.add(event));
  try {
    const session = await agent.add(folders, restored.settings, id);
    restored.apply(session);
    session.recorder.start(log);
    return session;
  } catch (error) {
    await log.close();
    throw error;
  }
}
