// Requests to the servers that issue tokens: bounded in time and size, without our headers for the MCP server.
import { ParleyError } from "@parley/base";
import { createBoundedFetch } from "@parley/machine/network";
import { OAUTH_ANSWER_BYTES_MAX } from "../../mcp-limits.ts";

export interface OAuthFetch {
  readonly fetch: typeof fetch;
  /** The first request that got no answer in time: whatever failed afterwards, this is the reason. */
  failure(): ParleyError | undefined;
}

export function createOAuthFetch(requestMs: number, signal: AbortSignal): OAuthFetch {
  const bounded = createBoundedFetch(fetch, OAUTH_ANSWER_BYTES_MAX);
  let failure: ParleyError | undefined;
  const get: typeof fetch = async (input, init) => {
    // One discovery asks several addresses in turn; once one of them hangs, the others are not waited for.
    if (failure !== undefined) throw failure;
    signal.throwIfAborted();
    const late = AbortSignal.timeout(requestMs);
    try {
      const response = await bounded(input, {
        ...init,
        signal: AbortSignal.any([late, signal]),
        // A code or a refresh token goes to the address that was found, and to no other.
        ...(init?.method === "POST" && { redirect: "manual" }),
      });
      // Read here, so that an answer that never ends is late as well.
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
