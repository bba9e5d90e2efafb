// The interface of a relay.
import type { Clock, Log } from "@parley/base";
import type { Command, ExitStatus, Sandbox } from "@parley/machine/processes";
import type { Fault } from "../faults/fault.ts";
import type { FrameListener } from "../frames/frame.ts";
import type { PipePolicy } from "../pipe-policy/pipe-policy.ts";
import type { ClientPipes } from "./client-pipes.ts";

export interface RelayOptions {
  /** The agent. */
  readonly command: Command;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** What the agent runs in; the machine as it is by default. */
  readonly sandbox?: Sandbox | undefined;
  /** The client. */
  readonly pipes: ClientPipes;
  /** Called for every message after it was forwarded. Without listeners, messages are not parsed. */
  readonly listeners?: readonly FrameListener[] | undefined;
  /** Messages that no listener received because there were too many. */
  readonly onLost?: ((count: number) => void) | undefined;
  /** Judges what the agent asks of the client. Without it nothing is ever held. */
  readonly policy?: PipePolicy | undefined;
  readonly faults?: readonly Fault[] | undefined;
  /** Repeats the same faults for the same traffic. */
  readonly faultSeed?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
}

export interface RelayStats {
  readonly bytes: { readonly to_agent: number; readonly to_client: number };
  /** Messages that passed unseen. */
  readonly lost: number;
  /** How often a listener threw. */
  readonly listenerFailures: number;
  /** Requests that were refused. */
  readonly refused: number;
}

export interface Relay extends AsyncDisposable {
  /** Of the agent. */
  readonly pid: number;
  /** The agent has ended, all it said was delivered and looked at, nothing it started is left. Never rejects. */
  readonly ended: Promise<ExitStatus>;
  readonly stats: RelayStats;
  /** Passes a signal on to the agent, and ends it a while later if it is still there. */
  signal(name: NodeJS.Signals): void;
  /** Ends the agent with everything it started. */
  close(): Promise<void>;
}
