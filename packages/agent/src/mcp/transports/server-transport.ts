// A transport that also reports why it ended and when everything is cleaned up.
import type { Transport } from "@modelcontextprotocol/client";

export interface ServerTransport {
  readonly transport: Transport;
  /** Why it ended unexpectedly, if known. */
  failure(): Error | undefined;
  /** The error of a request, or a better one. */
  explain(error: unknown): unknown;
  /** The end of the server's stderr; "" if it has none. */
  lastWords(): string;
  /** Ends the connection and the server process. Never rejects; may be called twice. */
  end(): Promise<void>;
  /** Whether the transport reports the end of the server; otherwise it must be pinged. */
  readonly reportsEnd: boolean;
}
