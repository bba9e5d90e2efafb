// Connects to a remote agent: to the address that the user configured, and otherwise only to public addresses.
import { isLoopbackHost, isObject, ParleyError, readResponseText, withoutBrackets } from "@parley/base";
import { createBoundedFetch, createDestinations, createGuardedFetch } from "@parley/machine/network";
import { isIP } from "node:net";
import { REMOTE_ERROR_BYTES_MAX } from "../limits.ts";

export interface RemoteFetchOptions {
  /** The agent's address as the user configured it. */
  readonly url: string;
  /** Private names and addresses at which remote agents are allowed. */
  readonly hosts?: readonly string[] | undefined;
  /** A fetch with additional headers (default: the guarded one). */
  readonly fetch?: typeof fetch | undefined;
}

/** A card, a redirect or DNS may lead elsewhere, so every connection is checked by its actual address. */
export function createRemoteFetch(
  { url, hosts = [], fetch: given }: RemoteFetchOptions,
  bytesMax: number,
): typeof fetch {
  const destinations = createDestinations({
    hosts: new Set([...hosts.map((host) => host.toLowerCase()), ...namedHost(url)]),
  });
  return createBoundedFetch(withoutForeignText(given ?? createGuardedFetch({ destinations })), bytesMax);
}

/** A private IP address that the user configured is allowed; a name is not, because it could point elsewhere later. */
function namedHost(url: string): readonly string[] {
  const { hostname } = new URL(url);
  const host = withoutBrackets(hostname);
  return isIP(host) !== 0 || isLoopbackHost(host) || host.endsWith(".localhost") ? [host] : [];
}

/** Hides errors that are not A2A errors, because the SDK quotes the whole body in its messages. */
function withoutForeignText(get: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await get(input, init);
    if (response.ok) return response;
    const { status, headers } = response;
    const text = await readWithin(response, REMOTE_ERROR_BYTES_MAX);
    return new Response(isErrorOfA2a(text) ? text : null, {
      status,
      headers: { "content-type": headers.get("content-type") ?? "" },
    });
  };
}

async function readWithin(response: Response, bytesMax: number): Promise<string> {
  try {
    return await readResponseText(response, bytesMax);
  } catch (error) {
    if (error instanceof ParleyError) return "";
    throw error;
  }
}

function isErrorOfA2a(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && ("error" in value || ("code" in value && "message" in value));
  } catch {
    return false; // The body is not JSON.
  }
}
