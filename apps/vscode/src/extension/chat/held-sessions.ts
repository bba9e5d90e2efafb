// Sessions that are not kept: they are followed as long as this window exists, because the server deletes what nothing follows.
import type * as vscode from "vscode";
import { HELD_KEPT_MAX } from "../../limits.ts";
import type { SessionReader } from "./followed-session.ts";
import type { FollowedSessions } from "./followed-sessions.ts";

const KEY = "acp.heldSessions";
const READER: SessionReader = { reopened: ignore, batch: ignore, untilReady: ignore, ended: ignore };

export class HeldSessions {
  readonly #state: vscode.Memento;
  readonly #followed: FollowedSessions;

  /** Those of before a reload are followed again. */
  constructor(state: vscode.Memento, followed: FollowedSessions) {
    this.#state = state;
    this.#followed = followed;
    for (const id of this.#ids) this.#follow(id);
  }

  async hold(sessionId: string): Promise<void> {
    this.#follow(sessionId);
    await this.#state.update(KEY, [...this.#ids.filter((id) => id !== sessionId), sessionId].slice(-HELD_KEPT_MAX));
  }

  #follow(sessionId: string): void {
    this.#followed.open(sessionId).add(READER);
  }

  get #ids(): readonly string[] {
    return this.#state.get<readonly string[]>(KEY, []);
  }
}

function ignore(): undefined {
  return undefined;
}
