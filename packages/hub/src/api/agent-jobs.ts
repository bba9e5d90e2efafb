// Jobs that take longer than a request: installing, updating or signing in to an agent. Kept in memory.
import type { ErrorCode, Remedy } from "@parley/base";

export type AgentJobKind = "install" | "update" | "sign_in";

/** A step, shown while the job runs. */
export type AgentJobProgress =
  | { readonly type: "step"; readonly text: string }
  /** A line of output, of npm, uv, or the agent during a sign-in, which may be a code or an address. */
  | { readonly type: "line"; readonly text: string }
  | { readonly type: "download"; readonly receivedBytes: number; readonly totalBytes?: number | undefined };

export type AgentJobReport = (progress: AgentJobProgress) => void;

export type AgentJobStep = AgentJobProgress & {
  /** Counts from 1. */
  readonly number: number;
  readonly atMs: number;
};

export interface AgentJob {
  readonly id: string;
  readonly kind: AgentJobKind;
  /** Name of the agent. */
  readonly agent: string;
  readonly state: "running" | "completed" | "failed" | "cancelled";
  readonly createdAtMs: number;
  readonly endedAtMs?: number | undefined;
  /** The latest ones. */
  readonly steps: readonly AgentJobStep[];
  /** Of an installation. */
  readonly result?:
    | {
        readonly version: string;
        readonly path: string;
        readonly isChanged: boolean;
        readonly previousVersion?: string | undefined;
        readonly notes: readonly string[];
      }
    | undefined;
  readonly error?:
    | { readonly code?: ErrorCode | undefined; readonly message: string; readonly remedy?: Remedy | undefined }
    | undefined;
}

/** Every method that names one rejects with `job_not_found`. */
export interface AgentJobs {
  /** Latest first. */
  list(): readonly AgentJob[];
  /** With the steps after a number. Waits up to `waitMs` for another step or the end. */
  get(
    id: string,
    options?: { readonly after?: number | undefined; readonly waitMs?: number | undefined },
  ): Promise<AgentJob>;
  /** Resolves when it has ended, which it may have done already. */
  cancel(id: string): Promise<AgentJob>;
}
