// Requests to sign-in servers: limited in time and size, without our headers for the MCP server.
import { ParleyError } from "@parley/base";
import { createBoundedFetch } from "@parley/machine/network";
import { OAUTH_ANSWER_BYTES_MAX } from "../../mcp-limits.ts";

export interface OAuthFetch {
  readonly fetch: typeof fetch;
  /** The first request that timed out, which is the reason for later failures. */
  failure(): ParleyError | undefined;
}

export function createOAuthFetch(requestMs: number, signal: AbortSignal): OAuthFetch {
  const bounded = createBoundedFetch(fetch, OAUTH_ANSWER_BYTES_MAX);
  let failure: ParleyError | undefined;
  const get: typeof fetch = async (input, init) => {
    // Discovery tries several addresses in turn. Once one of them times out, the others are skipped.
    if (failure !== undefined) throw failure;
    signal.throwIfAborted();
    const late = AbortSignal.timeout(requestMs);
    try {
      const response = await bounded(input, {
        ...init,
        signal: AbortSignal.any([late, signal]),
        // A code or a refresh token is sent only to the discovered address.
        ...(init?.method === "POST" && { redirect: "manual" }),
      });
      // Read here, so that a response that never ends times out as well.
      const body = await response.arrayBuffer();
      const { status, statusText, headers } = response;
      return new Response(isBodyless(status) ? undefined : body, { status, statusText, headers });
    } catch (cause) {
      if (!late.aborted || signal.aborted) throw cause;
      failure = tooLate(input, requestMs);
      throw failure;
    }
  };
  return { fetch: get, failure: () => failure };
}

function isBodyless(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

function tooLate(input: Parameters<typeof fetch>[0], requestMs: number): ParleyError {
  const url = new URL(input instanceof Request ? input.url : input);
  const message = `The sign-in server did not respond within ${requestMs / 1_000} s (${url.origin}${url.pathname})`;
  return new ParleyError({ code: "request_timeout", message });
}
