// What a lie is: one deviation from an otherwise honest agent.
import type { Frame } from "../raw-peer.ts";
import type { Wire } from "./wire.ts";

export interface Lie {
  /** What the agent does, as a person would say it. */
  readonly about: string;
  /** `bytes`: puts on the wire what is not a message. `process`: does something to its own process. Others run anywhere. */
  readonly needs?: "bytes" | "process";
  /** What happens in a turn between the updates `before` and `after`. */
  readonly midTurn?: (turn: LyingTurn) => TurnGoesOn | Promise<TurnGoesOn>;
  /** What happens after the turn was answered. */
  readonly afterTurn?: (turn: LyingTurn) => void | Promise<void>;
  /** Instead of the honest answer to a call of the client, by method. */
  readonly instead?: Readonly<Record<string, (call: LyingCall) => void | Promise<void>>>;
}

/** `ended`: the lie has ended the turn in its own way, or never will. */
export type TurnGoesOn = "ended" | void;

/** A call of the client that is being answered. */
export interface LyingCall {
  readonly wire: Wire;
  readonly id: unknown;
  readonly params: Frame;
  readonly sessionId: string;
  readonly send: (frame: object) => void;
  readonly answer: (result: unknown) => void;
  readonly refuse: (code: number, message: string) => void;
  readonly update: (update: object) => void;
  readonly say: (text: string) => void;
  /** Sends the client a request and waits for its answer; without an id of its own it gets a fresh one. */
  readonly ask: (method: string, params: object, id?: unknown) => Promise<Frame>;
  /** The next call of that method that the client makes; the honest agent then does not see it. */
  readonly next: (method: string) => Promise<LyingCall>;
}

export type LyingTurn = LyingCall;
