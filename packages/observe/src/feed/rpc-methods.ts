// Methods that a reader can call. Methods that change something require the token.
import type { JsonObject } from "@parley/base";
import type { FeedState } from "./feed-state.ts";
import type { FeedSession } from "./feed-session.ts";
import { encodeV1Snapshot } from "./encode-v1.ts";
import type { FeedRequest, RpcFailure, RpcResult } from "./v1-format.ts";
import { idOf } from "./read-values.ts";

type RpcRequest = Extract<FeedRequest, { type: "rpc" }>;

interface RpcMethod {
  readonly isChange: boolean;
  /** `isTrusted`: the reader has the token. */
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
      // The same as in a snapshot.
      const [line = ""] = encodeV1Snapshot(session).split("\n", 1);
      return { ...(JSON.parse(line) as object), ...describeMore(session, isTrusted) };
    },
  },
  /** The session the user is looking at, for all readers. */
  set_active_session: {
    isChange: true,
    run: (state, params) => {
      state.active = findSession(state, params);
      return { active: describe(state.active) };
    },
  },
  /** Removes it from the feed until something happens in it; the agent is not affected. */
  close_session: {
    isChange: true,
    run: (state, params) => {
      const session = findSession(state, params);
      state.remove(session);
      return { closed: describe(session) };
    },
  },
};

/** Methods of other feeds that create or change sessions. */
const NOT_OURS: ReadonlySet<string> = new Set(["create_session", "set_orchestrator_providers", "add_context_items"]);

export function answerRpc(request: RpcRequest, state: FeedState, mayChange: boolean): RpcResult | RpcFailure {
  const { id, method, params = {} } = request;
  try {
    const row = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
    if (row === undefined) throw new RpcRefusal(404, describeMissing(method));
    if (row.isChange && !mayChange) throw new RpcRefusal(400, `${method} requires the token: send it in hello first`);
    return { type: "rpc_result", id, result: row.run(state, params, mayChange) };
  } catch (error) {
    const isOurs = error instanceof RpcRefusal;
    const failure = {
      code: isOurs ? error.status : 500,
      message: isOurs ? error.message : "Internal error of the feed",
    };
    return { type: "rpc_error", id, error: failure };
  }
}

function describeMissing(method: string): string {
  return NOT_OURS.has(method)
    ? `This feed is read-only: ${method} is not supported`
    : `Method ${method.slice(0, 100)} not found`;
}

function findSession(state: FeedState, params: JsonObject): FeedSession {
  const sessionId = idOf(params["session_id"]);
  if (sessionId === undefined) throw new RpcRefusal(400, "session_id is missing");
  const session = state.find(sessionId, idOf(params["agent_id"]));
  if (session === undefined) throw new RpcRefusal(404, `Session ${sessionId.slice(0, 100)} not found`);
  return session;
}

function describe({ agentId, sessionId }: FeedSession): JsonObject {
  return { agent_id: agentId, session_id: sessionId };
}

/** The title contains what the user wrote, which only the user may see. */
function describeMore({ fields, mode }: FeedSession, isTrusted: boolean): JsonObject {
  return {
    mode,
    title: isTrusted ? (fields.title ?? null) : null,
    cwd: fields.cwd ?? null,
    turn: fields.turn,
    is_running: fields.isRunning,
  };
}
