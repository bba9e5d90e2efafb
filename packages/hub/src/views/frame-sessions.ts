// Which session a frame of one connection belongs to: the one it names, or the one of the request it answers.
import { isObject } from "@parley/base";
import type { Direction } from "@parley/observe";
import { isRequestId, type RequestId } from "@parley/rpc";
import type { KeptFrame } from "./kept-frame.ts";
import { OPEN_REQUESTS_MAX } from "../limits.ts";

interface OpenRequest {
  readonly agentSessionId: string | undefined;
  /** Frame of a request that names no session: its answer may name one. */
  readonly frame: KeptFrame | undefined;
}

export interface FrameSession {
  /** Undefined: it belongs to the connection itself. */
  readonly agentSessionId: string | undefined;
  /** The request that created the session, known with its answer. */
  readonly opener?: KeptFrame | undefined;
  /** Its answer may name the session that it belongs to. */
  readonly isOpener?: boolean | undefined;
}

const NOWHERE: FrameSession = { agentSessionId: undefined };

export class FrameSessions {
  /** By the side that asked. */
  readonly #open: Readonly<Record<Direction, Map<RequestId, OpenRequest>>> = {
    to_agent: new Map(),
    to_client: new Map(),
  };

  find(message: unknown, direction: Direction, frame: KeptFrame): FrameSession {
    if (!isObject(message)) return NOWHERE;
    const { id, method } = message;
    if (typeof method !== "string") return isRequestId(id) ? this.#answer(id, message["result"], direction) : NOWHERE;
    const agentSessionId = sessionOf(message["params"]);
    const isOpener = agentSessionId === undefined && method.startsWith("session/");
    if (isRequestId(id)) this.#ask(id, { agentSessionId, frame: isOpener ? frame : undefined }, direction);
    return { agentSessionId, isOpener };
  }

  #ask(id: RequestId, request: OpenRequest, direction: Direction): void {
    const open = this.#open[direction];
    open.set(id, request);
    const [oldest] = open.keys();
    if (open.size > OPEN_REQUESTS_MAX && oldest !== undefined) open.delete(oldest);
  }

  #answer(id: RequestId, result: unknown, direction: Direction): FrameSession {
    const open = this.#open[direction === "to_agent" ? "to_client" : "to_agent"];
    const request = open.get(id);
    if (request === undefined) return NOWHERE;
    open.delete(id);
    const agentSessionId = request.agentSessionId ?? sessionOf(result);
    return { agentSessionId, opener: request.frame };
  }
}

function sessionOf(fields: unknown): string | undefined {
  const sessionId = isObject(fields) ? fields["sessionId"] : undefined;
  return typeof sessionId === "string" ? sessionId : undefined;
}
