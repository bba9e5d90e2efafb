// A way to install an agent: what it is given, and what it leaves in the folder.
import type { AgentLimits } from "../limits.ts";
import type { Surroundings } from "../programs/surroundings.ts";
import type { Manifest } from "./installed-agent.ts";

/** What is going on, for whoever waits. */
export type InstallProgress =
  | { readonly type: "step"; readonly text: string }
  | { readonly type: "download"; readonly receivedBytes: number; readonly totalBytes?: number | undefined }
  /** A line of the installer's own (npm, uv). */
  | { readonly type: "line"; readonly text: string };

export interface Work {
  /** Exists and is empty. What is in it at the end is the agent. */
  readonly folder: string;
  readonly surroundings: Surroundings;
  readonly limits: AgentLimits;
  readonly signal: AbortSignal | undefined;
  /** npm does not run what packages want to be run when they are installed. */
  readonly ignoreScripts: boolean;
  readonly tell: (progress: InstallProgress) => void;
}

/** The part of the manifest that depends on the way, and what the user should know. */
export interface Installed extends Pick<
  Manifest,
  "command" | "runner" | "args" | "env" | "source" | "sha256" | "isVerified"
> {
  readonly notes: readonly string[];
}
