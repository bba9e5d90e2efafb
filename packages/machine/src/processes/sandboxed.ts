// How a child in a sandbox is started. The sandbox itself is loaded on request.
import type { Environment } from "./environment.ts";
import type { Invocation } from "./invocation.ts";

export interface SandboxRequest {
  readonly invocation: Invocation;
  readonly cwd: string;
  readonly env: Environment;
  /** On its own pseudo-terminal. */
  readonly isPty: boolean;
}

interface SandboxedCommand {
  readonly invocation: Invocation;
  readonly env: Record<string, string>;
  /** Number of processes between the started one and the command; each is the first child of the one above. */
  readonly levels: number;
}

export interface Sandbox {
  /** Rejects with `sandbox_unavailable` if no sandbox can be created. */
  wrap(request: SandboxRequest): Promise<SandboxedCommand>;
}
