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
  /** The agent's sandbox (default: none). */
  readonly sandbox?: Sandbox | undefined;
  /** The client. */
  readonly pipes: ClientPipes;
  /** Called for every message after it was forwarded. Without listeners, messages are not parsed. */
  readonly listeners?: readonly FrameListener[] | undefined;
  /** Messages that no listener received, because there were too many. */
  readonly onLost?: ((count: number) => void) | undefined;
  /** Checks the agent's requests to the client. Without it, no message is ever held. */
  readonly policy?: PipePolicy | undefined;
  readonly faults?: readonly Fault[] | undefined;
  /** Repeats the same faults for the same traffic. */
  readonly faultSeed?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
}

export interface RelayStats {
  readonly bytes: { readonly to_agent: number; readonly to_client: number };
  /** Messages that were not observed. */
  readonly lost: number;
  /** How often a listener threw. */
  readonly listenerFailures: number;
  /** Requests that were refused. */
  readonly refused: number;
}

export interface Relay extends AsyncDisposable {
  /** Of the agent. */
  readonly pid: number;
  /**
   * Settles when the agent has exited, all its output was delivered and observed, and all its processes are gone. Never
   * rejects.
   */
  readonly ended: Promise<ExitStatus>;
  readonly stats: RelayStats;
  /** Passes a signal on to the agent, and ends it later if it is still running. */
  signal(name: NodeJS.Signals): void;
  /** Ends the agent and everything it started. */
  close(): Promise<void>;
}
