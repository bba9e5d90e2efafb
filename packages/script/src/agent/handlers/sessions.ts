// Creates, loads, copies, closes and deletes sessions.
import { untilAborted } from "@parley/base";
import type { AgentHandlers } from "@parley/acp";
import { RpcError } from "@parley/rpc";
import type { Agent } from "../agent.ts";
import { isAbsolutePath } from "../path.ts";
import type { Session, SessionPlace } from "../session.ts";
import { toModels, toModes } from "../settings.ts";
import type { ConfigOption } from "../wire.ts";

export function createSessionHandlers(agent: Agent): AgentHandlers {
  const { sessions } = agent;
  return {
    "session/new": (params) => {
      agent.checkSignedIn();
      const session = sessions.create(toPlace(params));
      agent.announceSoon(session);
      return { sessionId: session.id, ...describe(agent, session) };
    },
    "session/load": async (params, { signal }) => {
      const session = reopen(agent, params);
      await replay(agent, session, signal);
      if (signal.aborted) throw RpcError.requestCancelled();
      agent.announceSoon(session);
      return describe(agent, session);
    },
    "session/resume": (params) => {
      const session = reopen(agent, params);
      agent.announceSoon(session);
      return describe(agent, session);
    },
    "session/fork": (params) => {
      const place = toPlace(params);
      agent.checkSignedIn();
      const session = sessions.create(place, sessions.get(params.sessionId));
      agent.announceSoon(session);
      return { sessionId: session.id, ...describe(agent, session) };
    },
    "session/list": ({ cwd, cursor }) => {
      agent.checkSignedIn();
      return sessions.list(cwd ?? undefined, cursor ?? undefined);
    },
    "session/close": async ({ sessionId }) => {
      const session = agent.openSession(sessionId);
      session.isOpen = false;
      await stop(session);
    },
    "session/delete": async ({ sessionId }) => {
      agent.checkSignedIn();
      const session = sessions.find(sessionId);
      // Deleting a missing session succeeds.
      if (session === undefined) return;
      session.isOpen = false;
      await stop(session);
      sessions.delete(sessionId);
    },
  };
}

interface Setup {
  readonly cwd: string;
  readonly additionalDirectories?: readonly string[] | undefined;
}

function toPlace({ cwd, additionalDirectories = [] }: Setup): SessionPlace {
  if (!isAbsolutePath(cwd)) throw RpcError.invalidParams("cwd must be an absolute path", { cwd });
  const relative = additionalDirectories.find((path) => !isAbsolutePath(path));
  if (relative !== undefined) {
    throw RpcError.invalidParams("additionalDirectories must be absolute paths", { path: relative });
  }
  return { cwd, additionalDirectories };
}

function describe(agent: Agent, session: Session) {
  const state: { modes: ReturnType<typeof toModes>; configOptions: ConfigOption[] } = {
    modes: toModes(session.settings),
    configOptions: agent.configOptions(session),
  };
  return agent.options.announceModels ? { ...state, models: toModels(session.settings) } : state;
}

/** If the client omits the folder, the session keeps its own. */
function reopen(agent: Agent, params: Setup & { readonly sessionId: string }): Session {
  const { sessionId, cwd } = params;
  const place = cwd === "" ? undefined : toPlace(params);
  agent.checkSignedIn();
  const session = agent.sessions.get(sessionId);
  if (session.turn !== undefined) throw RpcError.invalidRequest("A turn is running in this session; cancel it first");
  session.place = place ?? toPlace({ ...params, cwd: session.place.cwd });
  session.isOpen = true;
  return session;
}

async function replay(agent: Agent, session: Session, signal: AbortSignal): Promise<void> {
  const showsCompactions = agent.client.supports("session.compaction");
  for (const update of session.history.updates()) {
    if (signal.aborted) return;
    if (!showsCompactions && update.sessionUpdate.startsWith("compaction")) continue;
    if (agent.send(session, update) === "full") await untilAborted(agent.client.drained(), signal);
  }
}

async function stop({ turn }: Session): Promise<void> {
  turn?.cancel();
  await turn?.ended;
}
