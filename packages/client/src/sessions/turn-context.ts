// What turns need of their session.
import type { ChangesEvent, SessionEventBody } from "@parley/acp";
import type { ParleyError } from "@parley/base";
import type { SessionHost, SessionLink } from "./session-host.ts";
import type { SessionInbox } from "./session-inbox.ts";
import type { SessionSignal } from "./session.ts";

export interface TurnContext {
  readonly host: SessionHost;
  /** Knows when the agent was last heard of, and whether it waits for an answer from this side. */
  readonly inbox: Pick<SessionInbox, "heardAtMs" | "isAsked">;
  readonly link: () => Promise<SessionLink>;
  readonly record: (body: SessionEventBody) => void;
  /** What belongs to the time before has come. */
  readonly settle: () => Promise<void>;
  readonly beforePrompt: () => Promise<void>;
  /** In the same tick in which the prompt leaves. */
  readonly promptSent: () => void;
  readonly afterTurn: () => Promise<ChangesEvent | undefined>;
  /** Why what was recorded is not on the disk, if it is not. */
  readonly sync: () => Promise<ParleyError | undefined>;
  readonly signal: (signal: SessionSignal) => void;
  /** The session has never been prompted. */
  readonly isNew: boolean;
}
