// A POST to an address that a client chose: only to allowed destinations, to the checked address, without redirects.
import { ParleyError } from "@parley/base";
import { createDestinations, createGuardedFetch, DestinationRefused, type Destinations } from "@parley/machine/network";
import { A2A_PUSH_FIELD_CHARS_MAX, A2A_PUSH_TIMEOUT_MS } from "../../../limits.ts";

export interface GuardOptions {
  /** Private names and addresses that are allowed. */
  readonly hosts: ReadonlySet<string>;
}

export interface PostOptions extends GuardOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** Throws `bad_input`. Checks everything that is possible without resolving the name. */
export function parseTarget(url: string, { hosts }: GuardOptions): URL {
  if (url.length > A2A_PUSH_FIELD_CHARS_MAX) throw refuse("is too long");
  if (!URL.canParse(url)) throw refuse("is not an address");
  const target = new URL(url);
  if (target.protocol !== "http:" && target.protocol !== "https:") throw refuse("must begin with http: or https:");
  if (target.username !== "" || target.password !== "") throw refuse("must not contain a user name or a password");
  checkLiteral(createDestinations({ hosts }), target);
  return target;
}

/**
 * The status of the response, whose body is not read. Redirects are not followed. Rejects with `bad_input` if the name
 * resolves to a private address.
 */
export async function guardedPost(target: URL, { headers, body, signal, hosts }: PostOptions): Promise<number> {
  const destinations = createDestinations({ hosts });
  const post = createGuardedFetch({ destinations });
  try {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(A2A_PUSH_TIMEOUT_MS)]);
    const response = await post(target, { method: "POST", headers, body, signal: inTime });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    throw error instanceof DestinationRefused ? refuse(leadsTo(error), error) : error;
  }
}

function checkLiteral(destinations: Destinations, { hostname }: URL): void {
  try {
    destinations.checkLiteral(hostname);
  } catch (error) {
    throw error instanceof DestinationRefused ? refuse(leadsTo(error), error) : error;
  }
}

function leadsTo({ address, what }: DestinationRefused): string {
  return `resolves to ${address}, which is not public: it is ${what}`;
}

function refuse(why: string, cause?: unknown): ParleyError {
  return new ParleyError({ code: "bad_input", message: `The URL for push notifications ${why}`, cause });
}
