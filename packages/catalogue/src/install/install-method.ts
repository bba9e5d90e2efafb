// An installation method: its input, and what it returns.
import type { AgentLimits } from "../limits.ts";
import type { HostEnvironment } from "../programs/host-environment.ts";
import type { Manifest } from "./installed-agent.ts";

/** Progress for the user. */
export type InstallProgress =
  | { readonly type: "step"; readonly text: string }
  | { readonly type: "download"; readonly receivedBytes: number; readonly totalBytes?: number | undefined }
  /** A line of output of npm or uv. */
  | { readonly type: "line"; readonly text: string };

export interface Work {
  /** Exists and is empty. The agent is installed into it. */
  readonly folder: string;
  readonly host: HostEnvironment;
  readonly limits: AgentLimits;
  readonly signal: AbortSignal | undefined;
  /** Skip npm install scripts. */
  readonly ignoreScripts: boolean;
  readonly report: (progress: InstallProgress) => void;
}

/** The part of the manifest that depends on the method, and warnings for the user. */
export interface Installed extends Pick<
  Manifest,
  "command" | "runner" | "args" | "env" | "source" | "sha256" | "isVerified"
> {
  readonly notes: readonly string[];
}
