// The followed sessions, across connections.
import { isObject, ParleyError, type Log } from "@parley/base";
import type { Handlers, Peer } from "@parley/rpc";
import { FOLLOWED_MAX } from "../limits.ts";
import { FollowedSession } from "./followed-session.ts";
import { Follower, type FollowHandler } from "./follower.ts";

export interface FollowOptions {
  /** Number of the last event that the reader has; 0 for the whole log (default: only new events). */
  readonly after?: number | undefined;
}

export interface Following {
  readonly sessionId: string;
  /** Number of the last event that was delivered; undefined until it is known where it begins. */
  readonly cursor: number | undefined;
  close(): void;
}

export class FollowedSessions {
  readonly #sessions = new Map<string, FollowedSession>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** A reader is slow, so the server's further messages must not be read yet. */
  get isHeldBack(): boolean {
    for (const session of this.#sessions.values()) if (session.isBusy) return true;
    return false;
  }

  /** The notifications of the server. */
  get notifications(): NonNullable<Handlers["notifications"]> {
    return {
      "_parley/session/events": (params) => {
        const { sessionId, events } = isObject(params) ? params : {};
        return Array.isArray(events) ? this.#find(sessionId)?.take(events) : undefined;
      },
      "_parley/session/ended": (params) => {
        const { sessionId, reason } = isObject(params) ? params : {};
        if (reason === "deleted") this.#find(sessionId)?.ended({ reason });
        else this.#find(sessionId)?.openLater();
      },
    };
  }

  opened(peer: Peer): void {
    for (const session of this.#sessions.values()) session.open(peer);
  }

  follow(sessionId: string, { after }: FollowOptions, handler: FollowHandler, peer: () => Peer | undefined): Following {
    check(sessionId, after);
    const session = this.#sessions.get(sessionId) ?? this.#add(sessionId);
    const follower = new Follower(handler, after);
    session.add(follower, peer());
    return {
      sessionId,
      get cursor() {
        return follower.cursor;
      },
      close: () => {
        if (follower.isClosed) return;
        session.remove(follower);
        if (session.size > 0 || this.#sessions.get(sessionId) !== session) return;
        this.#sessions.delete(sessionId);
        // A lost connection ends the subscription.
        void peer()
          ?.request("_parley/session/unfollow", { sessionId })
          .catch(() => undefined);
      },
    };
  }

  close(): void {
    for (const session of this.#sessions.values()) session.close();
    this.#sessions.clear();
  }

  #find(sessionId: unknown): FollowedSession | undefined {
    return typeof sessionId === "string" ? this.#sessions.get(sessionId) : undefined;
  }

  #add(sessionId: string): FollowedSession {
    if (this.#sessions.size >= FOLLOWED_MAX) {
      const message = `At most ${FOLLOWED_MAX} sessions can be followed at a time; close one first`;
      throw new ParleyError({ code: "limit_reached", message });
    }
    const session: FollowedSession = new FollowedSession({
      sessionId,
      log: this.#log,
      onEnded: () => {
        if (this.#sessions.get(sessionId) === session) this.#sessions.delete(sessionId);
      },
    });
    this.#sessions.set(sessionId, session);
    return session;
  }
}

function check(sessionId: string, after: number | undefined): void {
  const isPlace = after === undefined || (Number.isSafeInteger(after) && after >= 0);
  if (sessionId !== "" && isPlace) return;
  const message = isPlace ? "sessionId: must not be empty" : "after: must be a whole number, 0 or more";
  throw new ParleyError({ code: "bad_input", message });
}
