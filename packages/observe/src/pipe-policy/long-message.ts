// Identifies a message that is too large to be kept, from its beginning and end.
import type { LongLine } from "../frames/line-cutter.ts";
import { scanObject } from "./scan-object.ts";

export interface LongMessage {
  readonly kind: "request" | "response" | "unknown";
  /** As written in the message. */
  readonly id: string | undefined;
}

/** Some writers put the id last. */
const ID_AT_END = /"id"\s*:\s*(-?\d+|"(?:[^"\\]|\\.)*"|null)\s*\}\s*$/;
const ID = /^(?:-?\d+|"(?:[^"\\]|\\.)*"|null)$/;

export function identifyLong({ head, tail }: LongLine): LongMessage {
  const { members } = scanObject(head.toString("utf8"));
  const id = members.get("id") ?? ID_AT_END.exec(tail.toString("utf8"))?.[1];
  return { kind: findKind(members), id: id !== undefined && ID.test(id) ? id : undefined };
}

function findKind(members: ReadonlyMap<string, string>): LongMessage["kind"] {
  if (members.has("method") || members.has("params")) return "request";
  return members.has("result") || members.has("error") ? "response" : "unknown";
}
