// The terminals of sessions: commands of agents, which users may watch, type into and end.
import type { EventActor, TerminalEvent } from "@parley/acp";
import type { PtySize } from "@parley/machine";

export type TerminalExit = NonNullable<TerminalEvent["exit"]>;

export interface HubTerminal {
  readonly id: string;
  /** The command line as a user would type it. */
  readonly command: string;
  readonly cwd: string;
  readonly startedAtMs: number;
  readonly isRunning: boolean;
  /** It accepts input and has a size. */
  readonly isPty: boolean;
  readonly size?: PtySize | undefined;
  /** Unknown of one that ended with the server. */
  readonly exit?: TerminalExit | undefined;
}

export interface ShownTerminal extends HubTerminal {
  /** The output of a terminal: raw while the agent has the terminal, plain text later; lines end with CR LF. */
  readonly output: string;
  /** The beginning is missing. */
  readonly truncated: boolean;
}

export interface TerminalFollower {
  output(text: string): void;
  /** The output has ended. Undefined: the terminal is gone without an exit. */
  ended(exit: TerminalExit | undefined): void;
}

export interface TerminalFollowing {
  /** The terminal so far; the follower gets the rest. If the command is over, `ended` is called at once. */
  readonly shown: ShownTerminal;
  stop(): void;
}

/** Every method rejects with `session_not_found` or `terminal_not_found`. */
export interface Terminals {
  /** Running and ended ones, latest last. */
  list(sessionId: string): Promise<readonly HubTerminal[]>;
  get(sessionId: string, terminalId: string): Promise<ShownTerminal>;
  follow(sessionId: string, terminalId: string, follower: TerminalFollower): Promise<TerminalFollowing>;
  /** Rejects with `terminal_gone` if it has ended, or `bad_input` if it accepts none. Who typed is recorded in the session's log. */
  write(sessionId: string, terminalId: string, data: string, actor?: EventActor): Promise<void>;
  /**
   * Runs a command line of the user in the session's folder, and starts the session's agent if it is not running. The
   * agent is informed with the next prompt. Rejects with `policy_denied` if a rule denies it.
   */
  run(sessionId: string, command: string, actor?: EventActor): Promise<ShownTerminal>;
  resize(sessionId: string, terminalId: string, size: PtySize): Promise<void>;
  /** Ends the command and everything that it started. */
  kill(sessionId: string, terminalId: string, actor?: EventActor): Promise<void>;
}
