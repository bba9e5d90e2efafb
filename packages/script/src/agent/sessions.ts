// The sessions of one agent: bounded, found by id, listed a page at a time.
import { sessionNotFound, type ListSessionsResponse } from "@parley/acp";
import { createId, type Clock } from "@parley/base";
import { RpcError } from "@parley/rpc";
import type { AgentLimits } from "../limits.ts";
import { History } from "./history.ts";
import { isAbsolutePath } from "./path.ts";
import { Session, type SessionPlace } from "./session.ts";

/** Ids ascend with time, so that the last one shown says where the next page starts, whatever was added or deleted. */
const CURSOR = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export class Sessions {
  readonly #limits: AgentLimits;
  readonly #clock: Clock;
  readonly #byId = new Map<string, Session>();

  constructor(limits: AgentLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Throws the error that the client gets. */
  create(place: SessionPlace, origin?: Session): Session {
    const { sessionsMax } = this.#limits;
    if (this.#byId.size >= sessionsMax) {
      throw RpcError.invalidRequest(`There are ${sessionsMax} sessions already; delete one first`, { sessionsMax });
    }
    const history = new History(this.#limits, origin?.history.updates());
    const session = new Session(createId(this.#clock), place, history, this.#clock.now());
    if (origin !== undefined) {
      session.settings = origin.settings;
      session.commands = origin.commands;
      session.title = origin.title;
    }
    this.#byId.set(session.id, session);
    return session;
  }

  /** Includes closed sessions. */
  get(id: string): Session {
    const session = this.#byId.get(id);
    if (session === undefined) throw sessionNotFound(id);
    return session;
  }

  find(id: string): Session | undefined {
    return this.#byId.get(id);
  }

  delete(id: string): void {
    this.#byId.delete(id);
  }

  /** The newest first. */
  list(cwd: string | undefined, cursor: string | undefined): ListSessionsResponse {
    if (cursor !== undefined && !CURSOR.test(cursor)) throw RpcError.invalidParams("unknown cursor", { cursor });
    if (cwd !== undefined && !isAbsolutePath(cwd))
      throw RpcError.invalidParams("cwd must be an absolute path", { cwd });
    const { listPageSize } = this.#limits;
    const matching = [...this.#byId.values()]
      .filter(({ id, place }) => (cwd === undefined || place.cwd === cwd) && (cursor === undefined || id < cursor))
      .toReversed();
    const page = matching.slice(0, listPageSize);
    const last = page.at(-1);
    const sessions = page.map(toSessionInfo);
    return matching.length > page.length && last !== undefined ? { sessions, nextCursor: last.id } : { sessions };
  }
}

function toSessionInfo({ id, place, title, updatedAtMs }: Session): ListSessionsResponse["sessions"][number] {
  return {
    sessionId: id,
    cwd: place.cwd,
    additionalDirectories: [...place.additionalDirectories],
    updatedAt: new Date(updatedAtMs).toISOString(),
    ...(title === undefined ? {} : { title }),
  };
}
