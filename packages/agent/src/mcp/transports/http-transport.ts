// Remote servers: over streamable HTTP, or over SSE for older ones.
import {
  SSEClientTransport,
  SseError,
  StreamableHTTPClientTransport,
  type AuthProvider,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
  type TransportSendOptions,
} from "@modelcontextprotocol/client";
import type { McpServerHttp, McpServerSse } from "@parley/acp";
import { ParleyError, settlesWithin } from "@parley/base";
import { createBoundedFetch } from "@parley/machine/network";
import type { McpLimits } from "../../mcp-limits.ts";
import { httpStatusOf } from "../failure.ts";
import { freshTokenRefused } from "../sign-in/sign-in-needed.ts";
import type { ServerTransport } from "./server-transport.ts";
import { LOST_ANSWER_CODE } from "./oversized-answer.ts";

/** Automatic reconnects of a broken stream; after that the server is pinged. */
const STREAM_RETRIES = {
  initialReconnectionDelay: 250,
  reconnectionDelayGrowFactor: 2,
  maxReconnectionDelay: 2_000,
  maxRetries: 2,
} as const;

export interface HttpOptions {
  readonly server: McpServerHttp | McpServerSse;
  readonly limits: McpLimits;
  /** Undefined: only the headers in the settings are used. */
  readonly auth?: AuthProvider | undefined;
}

export function createHttpTransport({ server, limits, auth }: HttpOptions): ServerTransport {
  const transport = new StreamableHTTPClientTransport(parseAddress(server), {
    requestInit: { headers: toHeaders(server) },
    fetch: createBoundedFetch(fetch, limits.messageBytesMax),
    reconnectionOptions: STREAM_RETRIES,
    ...(auth && { authProvider: auth }),
  });
  answerLostRequests(transport);
  let ending: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    // Ends the session at the server, without waiting for a response.
    await settlesWithin(transport.terminateSession(), limits.closeMs);
    await transport.close();
  };
  return {
    transport,
    failure: () => undefined,
    explain: (error) => explainRefusal(error, server, auth),
    lastWords: () => "",
    end: () => (ending ??= end()),
    reportsEnd: false,
  };
}

export function createSseTransport({ server, limits, auth }: HttpOptions): ServerTransport {
  const transport = new SSEClientTransport(parseAddress(server), {
    requestInit: { headers: toHeaders(server) },
    fetch: createBoundedFetch(fetch, limits.messageBytesMax),
    ...(auth && { authProvider: auth }),
  });
  let ending: Promise<void> | undefined;
  let failure: Error | undefined;
  const end = (): Promise<void> => (ending ??= transport.close());
  // It would reconnect on its own, as a new session, and pending responses would be lost.
  Object.assign(transport, {
    onerror: (error: Error) => {
      if (!(error instanceof SseError)) return;
      failure ??= error;
      void end();
    },
  } satisfies Pick<Transport, "onerror">);
  const explain = (error: unknown): unknown => explainRefusal(error, server, auth);
  return { transport, failure: () => failure, explain, lastWords: () => "", end, reportsEnd: false };
}

/** With a sign-in, a 401 is final only after a token that was just read or refreshed was rejected as well. */
function explainRefusal(
  error: unknown,
  { name }: McpServerHttp | McpServerSse,
  auth: AuthProvider | undefined,
): unknown {
  const isRefused = auth !== undefined && !(error instanceof ParleyError) && httpStatusOf(error) === UNAUTHORIZED;
  return isRefused ? freshTokenRefused(name) : error;
}

const UNAUTHORIZED = 401;

/** A stream may end without the response; the pending request must be rejected. */
function answerLostRequests(transport: Transport): void {
  const open = new Set<RequestId>();
  const send = transport.send.bind(transport);
  const error = { code: LOST_ANSWER_CODE, message: "The connection ended before the response was complete" };
  Object.assign(transport, {
    // Called by the client before its own handler.
    onmessage: (message: JSONRPCMessage) => {
      if (!("method" in message) && message.id !== undefined) open.delete(message.id);
    },
    send: async (message: JSONRPCMessage, options?: TransportSendOptions) => {
      if (!("id" in message && "method" in message)) return send(message, options);
      const { id } = message;
      open.add(id);
      const onRequestStreamEnd = (): void => {
        if (open.has(id)) transport.onmessage?.({ jsonrpc: "2.0", id, error });
      };
      try {
        await send(message, { ...options, onRequestStreamEnd });
      } catch (cause) {
        open.delete(id);
        throw cause;
      }
    },
  } satisfies Pick<Transport, "onmessage" | "send">);
}

function parseAddress({ name, url }: McpServerHttp | McpServerSse): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address?.protocol === "http:" || address?.protocol === "https:") return address;
  const remedy = { label: "Use a URL that starts with http:// or https://" };
  const message = `The MCP server ${JSON.stringify(name)} has an invalid URL`;
  throw new ParleyError({ code: "bad_config", message, remedy });
}

function toHeaders({ name, headers }: McpServerHttp | McpServerSse): Headers {
  const result = new Headers();
  for (const header of headers) {
    try {
      result.append(header.name, header.value);
    } catch (cause) {
      // Without the value, which may be a secret.
      const message = `The MCP server ${JSON.stringify(name)} has an invalid header: ${JSON.stringify(header.name)}`;
      throw new ParleyError({ code: "bad_config", message, cause });
    }
  }
  return result;
}
