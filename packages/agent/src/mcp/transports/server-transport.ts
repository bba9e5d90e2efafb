// What is needed of a wire to a server beyond what the protocol needs: why it ended, and that it has ended for good.
import type { Transport } from "@modelcontextprotocol/client";

export interface ServerTransport {
  readonly transport: Transport;
  /** Why it ended by itself, as soon as that is known. */
  failure(): Error | undefined;
  /** The end of what the server wrote for people; "" if it can write nothing. */
  lastWords(): string;
  /** Ends it with everything behind it. Never rejects; asking twice is harmless. */
  end(): Promise<void>;
  /** Whether the end of the server is told by the wire itself. Else somebody has to ask. */
  readonly tellsEnd: boolean;
}
