// What a handler knows about a call beyond its parameters, carried by the SDK's context.
import { ServerCallContext } from "@a2a-js/sdk/server";
import type { Caller } from "../../http/dialect.ts";

export interface Call {
  readonly caller: Caller;
  readonly version: string;
  /** The agent whose own address was called. */
  readonly endpoint?: string | undefined;
  /** The last event that the client received of the stream it resumes. */
  readonly after?: number | undefined;
  /** Aborts when the client disconnects or the server shuts down. */
  readonly signal: AbortSignal;
}

const CALL = "parley.call";
const SEQ = "parley.seq";

export function createContext(call: Call): ServerCallContext {
  return new ServerCallContext({ requestedVersion: call.version, state: new Map([[CALL, call]]) });
}

export function readCall(context: ServerCallContext): Call {
  return context.state.get(CALL) as Call;
}

/** The number of the next event; the binding reads it with `takeSeq`. */
export function putSeq(context: ServerCallContext, seq: number | undefined): void {
  context.state.set(SEQ, seq);
}

export function takeSeq(context: ServerCallContext): number | undefined {
  return context.state.get(SEQ) as number | undefined;
}
