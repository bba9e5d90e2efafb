// What turns need from their session.
import type { ChangesEvent, SessionEvent, SessionEventBody } from "@parley/acp";
import type { ParleyError } from "@parley/base";
import type { SessionHost, SessionLink } from "./session-host.ts";
import type { SessionInbox } from "./session-inbox.ts";
import type { SessionSignal } from "./session.ts";

export interface TurnContext {
  readonly host: SessionHost;
  /** Knows the time of the agent's last message, and whether the agent waits for an answer. */
  readonly inbox: Pick<SessionInbox, "lastMessageAtMs" | "isAsked">;
  readonly link: () => Promise<SessionLink>;
  readonly record: (body: SessionEventBody) => SessionEvent | undefined;
  /** Waits for the rest of a replayed history. */
  readonly settle: () => Promise<void>;
  readonly beforePrompt: () => Promise<void>;
  /** Called in the tick in which the prompt is sent. */
  readonly promptSent: () => void;
  readonly afterTurn: () => Promise<ChangesEvent | undefined>;
  /** The error if the events could not be written to disk. */
  readonly sync: () => Promise<ParleyError | undefined>;
  readonly signal: (signal: SessionSignal) => void;
  /** The session has no prompt yet. */
  readonly isNew: boolean;
}
