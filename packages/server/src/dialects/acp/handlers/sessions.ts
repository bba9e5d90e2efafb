// Handlers for sessions: create, load, resume, list, fork, close, delete.
import {
  AUTH_REQUIRED,
  type AgentHandlers,
  type Known,
  type LoadSessionResponse,
  type McpServer,
  type NewSessionRequest,
  type NewSessionResponse,
  type SessionInfo,
} from "@parley/acp";
import { ParleyError } from "@parley/base";
import { isSameFolder, type HubSession, type OpenedSession } from "@parley/hub";
import { RpcError } from "@parley/rpc";
import { actorOfClient } from "../../../auth/actor.ts";
import { keyRequest } from "../../../auth/keyed-request.ts";
import { checkNewPolicy, setPolicy } from "../../../auth/levels.ts";
import { toChoices } from "./choices.ts";
import type { HandlerContext } from "./context.ts";
import { readLaunch, readMeta, toPolicy, type ParleyMeta } from "./meta.ts";

export function createSessionHandlers(context: HandlerContext): AgentHandlers {
  const { hub, sessions } = context;
  return {
    "session/new": (params) => createSession(context, params),
    "session/load": async (params) => {
      const { sessionId } = params;
      const session = await takeUp(context, params);
      sessions.editor.follow(sessionId);
      const opened = await open(context, session, params.mcpServers);
      const attachment = await sessions.follow(sessionId, session.clearedSeq, session.abandoned);
      await attachment.reached(session.lastSeq);
      await sessions.askOpen(sessionId);
      return opened;
    },
    "session/resume": async (params) => {
      const { sessionId } = params;
      const session = await takeUp(context, params);
      sessions.editor.follow(sessionId);
      const opened = await open(context, session, params.mcpServers ?? []);
      sessions.followLater(sessionId, Math.min(readMeta(params).after ?? session.lastSeq, session.lastSeq));
      return opened;
    },
    "session/fork": async (params) => {
      const { atSeq, idempotencyKey } = readMeta(params, context.caller);
      const keyed = keyRequest({ caller: context.caller, idempotencyKey }, { atSeq });
      const options = { ...(atSeq === undefined ? {} : { atSeq }), ...keyed };
      await checkCwd(await hub.sessions.get(params.sessionId), params.cwd);
      const session = await hub.sessions.fork(params.sessionId, options);
      const opened = await open(context, session, params.mcpServers ?? []);
      sessions.followLater(session.id, session.lastSeq);
      return { sessionId: session.id, ...opened };
    },
    "session/list": async ({ cwd, cursor }) => {
      const page = await hub.sessions.list({ cwd: cwd ?? undefined, cursor: cursor ?? undefined });
      return { sessions: page.sessions.map(toInfo), nextCursor: page.nextCursor };
    },
    "session/close": ({ sessionId }) => closeSession(context, sessionId),
    "session/delete": async ({ sessionId }) => {
      await hub.sessions.delete(sessionId);
      sessions.leave(sessionId);
      return {};
    },
  };
}

async function createSession(context: HandlerContext, params: NewSessionRequest): Promise<Known<NewSessionResponse>> {
  const { hub, sessions } = context;
  const meta = readMeta(params, context.caller);
  const { agent, title, idempotencyKey, sandbox, worktree, ephemeral: isEphemeral } = meta;
  const policy = toPolicy(meta);
  const given = readLaunch(meta, context.caller);
  checkNewPolicy(hub, context.caller, policy);
  const { cwd, additionalDirectories: additionalFolders, mcpServers: extensions } = params;
  const folder = cwd === "" ? undefined : cwd;
  const session = await hub.sessions.create({
    agent,
    title,
    ...keyRequest({ caller: context.caller, idempotencyKey }, toMeaning(params, meta)),
    cwd: folder,
    worktree,
    isEphemeral,
    additionalFolders,
    extensions,
    sandbox,
    ...policy,
    ...given,
  });
  // Its agent gets the tools of this client when it is started.
  sessions.editor.follow(session.id);
  const opened = await openOrDelete(context, session, meta.signsIn);
  sessions.followLater(session.id, 0);
  const about = { ...opened.facts, ...(worktree && { cwd: session.cwd }) };
  return { sessionId: session.id, ...toChoices(opened), _meta: describe(opened.session, about) };
}

/** What is created. Not what its agent is started with, which is never stored, not even as a hash. */
function toMeaning(params: NewSessionRequest, meta: ParleyMeta): object {
  const { agent, title, sandbox, worktree, ephemeral, level, rules } = meta;
  const { cwd, additionalDirectories, mcpServers } = params;
  return { cwd, additionalDirectories, mcpServers, agent, title, sandbox, worktree, ephemeral, level, rules };
}

interface TakenUp {
  readonly sessionId: string;
  readonly cwd?: string;
  readonly _meta?: unknown;
}

/** A client that opens a session may request a stricter sandbox, never a looser one. */
async function takeUp(context: HandlerContext, params: TakenUp): Promise<HubSession> {
  const { hub, caller } = context;
  const { sessionId, cwd } = params;
  const session = await hub.sessions.get(sessionId);
  await checkCwd(session, cwd);
  const meta = readMeta(params);
  const { sandbox } = meta;
  const policy = toPolicy(meta);
  const given = readLaunch(meta, caller);
  if (Object.keys(policy).length > 0)
    await setPolicy(hub, caller, sessionId, policy, actorOfClient(caller, context.client));
  if (sandbox !== undefined) await hub.sessions.requireSandbox(sessionId, sandbox);
  return hub.sessions.setLaunch(sessionId, given);
}

/** A session stays in its folder, even if that no longer exists, so that its conversation can still be read. */
async function checkCwd(session: HubSession, cwd: string | undefined): Promise<void> {
  if (cwd === undefined || cwd === "" || (await isSameFolder(session.cwd, cwd))) return;
  const message = `/cwd: the session ${session.id} works in ${session.cwd}. Send that folder, or create another session`;
  throw new ParleyError({ code: "bad_input", message });
}

/** Ends what this connection does in the session, and the agent's session if no other client follows it. */
async function closeSession({ hub, sessions, questions }: HandlerContext, sessionId: string): Promise<object> {
  await hub.sessions.get(sessionId);
  const own = (await sessions.get(sessionId)?.turns.ids()) ?? [];
  await Promise.allSettled(own.map((id) => hub.turns.cancel(id)));
  await Promise.all(own.map((id) => hub.turns.ended(id)));
  sessions.leave(sessionId);
  const { state } = await hub.sessions.get(sessionId);
  if (state === "idle" && questions.followers(sessionId) === 0) await hub.sessions.close(sessionId);
  return {};
}

/** A new session whose agent does not start is deleted. One that waits for a sign-in is kept for a client that signs in. */
async function openOrDelete(
  { hub, log, sessions }: HandlerContext,
  { id, lastSeq }: HubSession,
  signsIn: boolean,
): Promise<OpenedSession> {
  try {
    return await hub.sessions.open(id);
  } catch (error) {
    sessions.editor.unfollow(id);
    if (signsIn && error instanceof ParleyError && error.code === "sign_in_needed") {
      const { code, message, remedy } = error;
      throw new RpcError(AUTH_REQUIRED, message, { code, ...(remedy && { remedy }), sessionId: id }, error);
    }
    // With a key it may be an earlier session, with a history.
    if (lastSeq === 0) {
      await hub.sessions.delete(id).catch((cause: unknown) => {
        log.write("warn", "A session that could not be opened was not deleted", { sessionId: id, cause });
      });
    }
    throw error;
  }
}

/** Reading a conversation does not depend on its agent: if it cannot be started, the answer says why. */
async function open(
  { hub, log }: HandlerContext,
  session: HubSession,
  mcpServers: readonly McpServer[],
): Promise<Known<LoadSessionResponse>> {
  try {
    await addExtensions(hub, session, mcpServers);
    const opened = await hub.sessions.open(session.id);
    return { ...toChoices(opened), _meta: describe(opened.session, opened.facts) };
  } catch (cause) {
    log.write("warn", "The agent of a session could not be started", { sessionId: session.id, cause });
    const problem = cause instanceof Error ? cause.message : String(cause);
    const code = cause instanceof ParleyError ? { problemCode: cause.code } : {};
    return { _meta: describe(session, { problem, ...code }) };
  }
}

/** Clients name their MCP servers each time; those that the session has stay as they are. */
async function addExtensions(
  hub: HandlerContext["hub"],
  { id, state, extensions }: HubSession,
  mcpServers: readonly McpServer[],
): Promise<void> {
  if (state !== "idle") return;
  const known = new Set(extensions.map((server) => ("name" in server ? server.name : undefined)));
  for (const server of mcpServers) {
    if ("name" in server && !known.has(server.name)) await hub.sessions.addExtension(id, server);
  }
}

function toInfo(session: HubSession): Known<SessionInfo> {
  const { id, cwd, additionalFolders, title, updatedAtMs } = session;
  return {
    sessionId: id,
    cwd,
    title,
    updatedAt: new Date(updatedAtMs).toISOString(),
    ...(additionalFolders.length === 0 ? {} : { additionalDirectories: additionalFolders }),
    _meta: describe(session),
  };
}

function describe(session: HubSession, more: object = {}): { parley: object } {
  const { agent, state, turns, lastSeq, forkedFrom, level, rules } = session;
  return { parley: { agent, state, turns, lastSeq, forkedFrom, level, rules, ...more } };
}
