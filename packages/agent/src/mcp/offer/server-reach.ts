// How tools and commands access their server: through the connection at the time of the call.
import type { Connection } from "../connection.ts";
import type { McpLimits } from "../../mcp-limits.ts";

export interface ServerReach {
  /** The configured name. */
  readonly name: string;
  readonly slug: string;
  readonly limits: McpLimits;
  /** Undefined while disconnected. */
  readonly connection: Connection | undefined;
  /** One sentence: why it is disconnected, and whether it will reconnect. */
  describe(): string;
  /** Describes a failed request. Waits a moment in case the server is just exiting. */
  explain(error: unknown): Promise<string>;
}
