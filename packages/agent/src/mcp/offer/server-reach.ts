// How the tools and commands of a server reach it: through whatever connection there is when they are called.
import type { Connection } from "../connection.ts";
import type { McpLimits } from "../limits.ts";

export interface ServerReach {
  /** As it was configured. */
  readonly name: string;
  readonly slug: string;
  readonly limits: McpLimits;
  /** Undefined while it is not there. */
  readonly connection: Connection | undefined;
  /** One sentence: why it is not there, and whether it will be. */
  describe(): string;
  /** What a failed request says, for the model and for a person. Waits a moment for the server's end to be noticed, if that is why. */
  explain(error: unknown): Promise<string>;
}
