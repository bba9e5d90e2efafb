// What a child that runs in a sandbox is started with. The sandbox itself is loaded by whoever wants one.
import type { Environment } from "./environment.ts";
import type { Invocation } from "./invocation.ts";

export interface SandboxRequest {
  readonly invocation: Invocation;
  readonly cwd: string;
  readonly env: Environment;
  /** On a pseudo-terminal of its own. */
  readonly isPty: boolean;
}

interface SandboxedCommand {
  readonly invocation: Invocation;
  readonly env: Record<string, string>;
  /** Processes between the one that is started and the command: each has the next for its first child. */
  readonly levels: number;
}

export interface Sandbox {
  /** Rejects with `sandbox_unavailable` where none can be had. */
  wrap(request: SandboxRequest): Promise<SandboxedCommand>;
}
