// One request to one address: connected only to where it may go, and left at once when it is cancelled.
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Destinations } from "@parley/machine/network";
import { HEADER_BYTES_MAX } from "./limits.ts";

export interface RequestOptions {
  readonly destinations: Destinations;
  readonly accept: string;
  readonly signal: AbortSignal;
}

/** Resolves when the headers are there. Whoever gets the answer reads it to the end, or destroys it. */
export function requestOnce(url: URL, { destinations, accept, signal }: RequestOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    destinations.checkLiteral(url.hostname);
    const send = url.protocol === "https:" ? httpsRequest : httpRequest;
    const request = send(url, {
      // A connection of its own: one that was kept open was made for another question.
      agent: false,
      lookup: destinations.lookup,
      maxHeaderSize: HEADER_BYTES_MAX,
      signal,
      headers: {
        accept,
        "accept-encoding": "gzip, deflate, br",
        "accept-language": "en, *;q=0.5",
        "user-agent": "Parley (coding agent)",
      },
    });
    request.once("response", resolve);
    request.once("error", reject);
    request.end();
  });
}
