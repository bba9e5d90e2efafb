// What servers say to each other: a call of a method of a part of the hub, for a session that the other one owns, and its reply.
import { isObject, ParleyError, type ErrorCode, type Remedy } from "@parley/base";
import { deserialize, serialize } from "node:v8";
import { PEER_MESSAGE_BYTES_MAX } from "../node-limits.ts";

export interface PeerCall {
  readonly sessionId: string;
  readonly part: string;
  readonly method: string;
  readonly args: readonly unknown[];
}

export type PeerReply =
  | { readonly value: unknown }
  | { readonly error: { readonly code: ErrorCode; readonly message: string; readonly remedy?: Remedy | undefined } }
  /** The session is not this server's. */
  | { readonly isElsewhere: true };

/** The call did not reach its owner: it may be tried again. */
export class OwnerUnreachable extends Error {
  override readonly name = "OwnerUnreachable";
  /** The other server may have done it. */
  readonly isUncertain: boolean;

  constructor(message: string, isUncertain: boolean, cause?: unknown) {
    super(message, { cause });
    this.isUncertain = isUncertain;
  }
}

/** With the number that the caller chose for its call. Throws if it cannot be sent. */
export function encode(id: number, content: PeerCall | PeerReply): Buffer {
  const message = serialize([id, content]);
  if (message.length <= PEER_MESSAGE_BYTES_MAX) return message;
  const megabytes = PEER_MESSAGE_BYTES_MAX / 1024 / 1024;
  throw new ParleyError({ code: "limit_reached", message: `Servers pass on at most ${megabytes} MB to each other` });
}

/** Throws if it is none. */
export function decodeCall(message: Buffer): { readonly id: number; readonly call: PeerCall } {
  const [id, call] = decode(message);
  if (isCall(call)) return { id, call };
  throw new Error("Not a call");
}

/** Throws if it is none: another program may have the port of a server that ended. */
export function decodeReply(message: Buffer): { readonly id: number; readonly reply: PeerReply } {
  const [id, reply] = decode(message);
  if (isObject(reply) && ("value" in reply || "isElsewhere" in reply || isObject(reply["error"]))) {
    return { id, reply: reply as unknown as PeerReply };
  }
  throw new Error("Not a reply");
}

export function toErrorReply(error: unknown): PeerReply {
  if (error instanceof ParleyError) {
    const { code, message, remedy } = error;
    return { error: { code, message, remedy } };
  }
  return { error: { code: "store_failed", message: String(error) } };
}

function decode(message: Buffer): readonly [number, unknown] {
  const content: unknown = deserialize(message);
  if (Array.isArray(content) && typeof content[0] === "number") return [content[0], content[1]];
  throw new Error("Not a message");
}

function isCall(call: unknown): call is PeerCall {
  if (!isObject(call)) return false;
  const { sessionId, part, method, args } = call;
  return [sessionId, part, method].every((text) => typeof text === "string") && Array.isArray(args);
}
