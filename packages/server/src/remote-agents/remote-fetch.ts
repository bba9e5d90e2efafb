// The connections to a remote agent: to the address that a person named, and beyond it to public addresses alone.
import { isLoopbackHost, isObject, ParleyError, readResponseText, withoutBrackets } from "@parley/base";
import { createBoundedFetch, createDestinations, createGuardedFetch } from "@parley/machine/network";
import { isIP } from "node:net";
import { REMOTE_ERROR_BYTES_MAX } from "../limits.ts";

export interface RemoteFetchOptions {
  /** Of the agent, as a person gave it. */
  readonly url: string;
  /** Names and addresses of this network that remote agents may be at. */
  readonly hosts?: readonly string[] | undefined;
  /** For headers of one's own; a guarded one unless given. */
  readonly fetch?: typeof fetch | undefined;
}

/** A card, a redirect or a name server may lead elsewhere: each connection is judged by the address that it is made to. */
export function createRemoteFetch(
  { url, hosts = [], fetch: given }: RemoteFetchOptions,
  bytesMax: number,
): typeof fetch {
  const destinations = createDestinations({
    hosts: new Set([...hosts.map((host) => host.toLowerCase()), ...namedHost(url)]),
  });
  return createBoundedFetch(withoutForeignText(given ?? createGuardedFetch({ destinations })), bytesMax);
}

/** An address of this machine or network that a person wrote down means that very place. A name could be pointed elsewhere later. */
function namedHost(url: string): readonly string[] {
  const { hostname } = new URL(url);
  const host = withoutBrackets(hostname);
  return isIP(host) !== 0 || isLoopbackHost(host) || host.endsWith(".localhost") ? [host] : [];
}

/** What is not an error of A2A is not shown: the SDK quotes every body in its messages. */
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
    return false; // Whatever it is, it is not JSON.
  }
}
