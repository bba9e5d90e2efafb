// What a reader can ask of the feed. A row says whether it changes something, which only those with the token may.
import type { FeedState } from "./feed-state.ts";
import type { FeedSession } from "./feed-session.ts";
import { encodeV1Snapshot } from "./encode-v1.ts";
import type { FeedRequest, RpcFailure, RpcResult } from "./v1-format.ts";
import { idOf, type JsonObject } from "./read-values.ts";

type RpcRequest = Extract<FeedRequest, { type: "rpc" }>;

interface RpcMethod {
  readonly isChange: boolean;
  /** `isTrusted`: the reader knows the token. */
  readonly run: (state: FeedState, params: JsonObject, isTrusted: boolean) => unknown;
}

class RpcRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const METHODS: Readonly<Record<string, RpcMethod>> = {
  list_sessions: {
    isChange: false,
    run: (state, _params, isTrusted) => ({
      active: state.active === undefined ? null : describe(state.active),
      sessions: Array.from(state.sessions, (session) => ({
        ...describe(session),
        ...describeMore(session, isTrusted),
      })),
    }),
  },
  get_session_state: {
    isChange: false,
    run: (state, params, isTrusted) => {
      const session = findSession(state, params);
      // Exactly what a snapshot says.
      const [line = ""] = encodeV1Snapshot(session).split("\n", 1);
      return { ...(JSON.parse(line) as object), ...describeMore(session, isTrusted) };
    },
  },
  /** Which one a person looks at, for all who show it. */
  set_active_session: {
    isChange: true,
    run: (state, params) => {
      state.active = findSession(state, params);
      return { active: describe(state.active) };
    },
  },
  /** Takes it off the feed until something happens in it; the agent does not notice. */
  close_session: {
    isChange: true,
    run: (state, params) => {
      const session = findSession(state, params);
      state.remove(session);
      return { closed: describe(session) };
    },
  },
};

/** Others have them; who only watches sessions cannot make or feed any. */
const NOT_OURS: ReadonlySet<string> = new Set(["create_session", "set_orchestrator_providers", "add_context_items"]);

export function answerRpc(request: RpcRequest, state: FeedState, mayChange: boolean): RpcResult | RpcFailure {
  const { id, method, params = {} } = request;
  try {
    const row = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
    if (row === undefined) throw new RpcRefusal(404, describeMissing(method));
    if (row.isChange && !mayChange)
      throw new RpcRefusal(400, `${method} changes something: say hello with the token first`);
    return { type: "rpc_result", id, result: row.run(state, params, mayChange) };
  } catch (error) {
    const isOurs = error instanceof RpcRefusal;
    const failure = {
      code: isOurs ? error.status : 500,
      message: isOurs ? error.message : "The feed could not do that",
    };
    return { type: "rpc_error", id, error: failure };
  }
}

function describeMissing(method: string): string {
  return NOT_OURS.has(method)
    ? `This feed only watches: it has no ${method}`
    : `There is no method ${method.slice(0, 100)}`;
}

function findSession(state: FeedState, params: JsonObject): FeedSession {
  const sessionId = idOf(params["session_id"]);
  if (sessionId === undefined) throw new RpcRefusal(400, "session_id is missing");
  const session = state.find(sessionId, idOf(params["agent_id"]));
  if (session === undefined) throw new RpcRefusal(404, `There is no session ${sessionId.slice(0, 100)}`);
  return session;
}

function describe({ agentId, sessionId }: FeedSession): JsonObject {
  return { agent_id: agentId, session_id: sessionId };
}

/** The title is what the user said: not for everybody on this machine. */
function describeMore({ fields, mode }: FeedSession, isTrusted: boolean): JsonObject {
  return {
    mode,
    title: isTrusted ? (fields.title ?? null) : null,
    cwd: fields.cwd ?? null,
    turn: fields.turn,
    is_running: fields.isRunning,
  };
}
