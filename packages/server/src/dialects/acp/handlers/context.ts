// What the handlers of a connection work with.
import type { ClientConnection } from "@parley/acp";
import type { Log } from "@parley/base";
import type { Hub } from "@parley/hub";
import type { Caller } from "../../../http/dialect.ts";
import type { AttachedSessions } from "../sessions/attached-sessions.ts";
import type { HeldTurns } from "../sessions/held-turns.ts";
import type { FollowedChanges } from "../followed-changes.ts";
import type { FollowedTerminals } from "../followed-terminals.ts";
import type { Questions } from "../sessions/questions.ts";

export interface HandlerContext {
  readonly hub: Hub;
  readonly log: Log;
  /** Who opened the connection, with its rights. */
  readonly caller: Caller;
  readonly client: ClientConnection;
  readonly sessions: AttachedSessions;
  readonly questions: Questions;
  readonly held: HeldTurns;
  readonly changes: FollowedChanges;
  readonly terminals: FollowedTerminals;
}
