// Finds and reads the card of a remote agent, at or below its address, in either protocol version.
import type { AgentCard } from "@a2a-js/sdk";
import { DefaultAgentCardResolver } from "@a2a-js/sdk/client";
import { ParleyError, parseJson } from "@parley/base";
import { REMOTE_CARD_BYTES_MAX, REMOTE_CARD_MS } from "../limits.ts";
import { createRemoteFetch, type RemoteFetchOptions } from "./remote-fetch.ts";

const CARD_PATH = ".well-known/agent-card.json";
const VERSION_HEADERS = { "A2A-Version": "1.0", Accept: "application/json" };

export interface CardOptions extends Omit<RemoteFetchOptions, "url"> {
  readonly signal?: AbortSignal | undefined;
}

/** Rejects with `connection_failed`, or with the signal's reason. */
export async function fetchCard(url: string, options: CardOptions = {}): Promise<AgentCard> {
  const { signal } = options;
  const get = createRemoteFetch({ ...options, url }, REMOTE_CARD_BYTES_MAX);
  const limit = AbortSignal.timeout(REMOTE_CARD_MS);
  let problem = "";
  for (const address of toAddresses(url)) {
    try {
      const response = await get(address, {
        headers: VERSION_HEADERS,
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      });
      const text = await response.text();
      if (response.ok) return parseCard(text);
      problem = `${address} answered ${response.status}`;
    } catch (error) {
      signal?.throwIfAborted();
      problem = error instanceof Error ? describe(error) : String(error);
    }
  }
  const message = `The card of the agent at ${url} cannot be read: ${problem}`;
  throw new ParleyError({ code: "connection_failed", message });
}

/** Tries the address itself if it is that of a card, then below it, then the server's well-known path. */
function toAddresses(url: string): readonly string[] {
  const base = new URL(url);
  if (base.pathname.endsWith(".json")) return [base.href];
  const folder = base.pathname.endsWith("/") ? base.pathname : `${base.pathname}/`;
  const below = new URL(`${folder}${CARD_PATH}`, base);
  const whole = new URL(`/${CARD_PATH}`, base);
  return below.href === whole.href ? [whole.href] : [below.href, whole.href];
}

/** A response that is not a card is not quoted, because the address may be reachable only from this machine. */
function parseCard(text: string): AgentCard {
  const card = readCardText(text);
  if (typeof card?.name !== "string" || !Array.isArray(card.supportedInterfaces)) {
    throw new Error("the answer is not an agent card");
  }
  return card;
}

function readCardText(text: string): AgentCard | undefined {
  try {
    return new DefaultAgentCardResolver({ legacyCompat: { enabled: true } }).normalizeAgentCard(parseJson(text));
  } catch {
    return undefined; // Both errors would quote the response.
  }
}

function describe(error: Error): string {
  const { cause } = error;
  return cause instanceof Error && cause.message !== "" ? `${error.message} (${cause.message})` : error.message;
}
