// Follows a session without opening it: no agent is started, and the log is sent from any position.
import type { AgentHandlers } from "@parley/acp";
import { isObject } from "@parley/base";
import type { Hub } from "@parley/hub";
import type { HandlerContext } from "./context.ts";
import { readCount, readText, wrongField } from "./params.ts";

export function createFollowHandlers({ hub, sessions }: HandlerContext): AgentHandlers {
  return {
    "_parley/session/follow": async (params) => {
      const sessionId = readText(params, "sessionId");
      const wanted = readCount(params, "after");
      const known = readKnown(params);
      const { lastSeq } = await hub.sessions.get(sessionId);
      const isOtherLog = known !== undefined && !(await hasEvent(hub, sessionId, known, lastSeq));
      // A position after the end of the log means that the log was replaced, so the client is informed and starts over.
      const after = wanted === undefined ? lastSeq : wanted > lastSeq || isOtherLog ? 0 : wanted;
      sessions.followLater(sessionId, after);
      return { sessionId, after, lastSeq, ...(isOtherLog && { isOtherLog }) };
    },
    "_parley/session/unfollow": (params) => {
      sessions.leave(readText(params, "sessionId"));
      return {};
    },
  };
}

interface KnownEvent {
  readonly seq: number;
  readonly at: number;
}

function readKnown(params: unknown): KnownEvent | undefined {
  const known = isObject(params) ? params["known"] : undefined;
  if (known === undefined || known === null) return undefined;
  const [seq, at] = [readCount(known, "seq"), readCount(known, "at")];
  if (seq !== undefined && at !== undefined) return { seq, at };
  throw wrongField("known", "an object with the seq and at of an event");
}

/**
 * A store that was restored from a backup may have different events at the same numbers. Events that are gone cannot be
 * compared.
 */
async function hasEvent(hub: Hub, sessionId: string, { seq, at }: KnownEvent, lastSeq: number): Promise<boolean> {
  if (seq > lastSeq) return false;
  const [found] = await hub.sessions.events(sessionId, { after: Math.max(0, seq - 1), limit: 1 });
  return found?.event.seq !== seq || found.event.at === at;
}
