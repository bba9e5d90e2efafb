// A POST to an address that a client chose: only where it may go, to the address that was checked, and nowhere further.
import { ParleyError } from "@parley/base";
import { lookup as lookupName, type LookupAddress } from "node:dns";
import { request as requestHttp, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { PUSH_ANSWER_BYTES_MAX, PUSH_FIELD_CHARS_MAX, PUSH_TIMEOUT_MS } from "../limits.ts";
import { isPublicAddress } from "./addresses.ts";

export interface GuardOptions {
  /** Names and addresses that may be sent to although they are not of the open internet. */
  readonly hosts: ReadonlySet<string>;
}

export interface PostOptions extends GuardOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** Throws `bad_input` for what can be told without asking for the name. */
export function parseTarget(url: string, { hosts }: GuardOptions): URL {
  if (url.length > PUSH_FIELD_CHARS_MAX) throw refuse("is too long");
  let target: URL;
  try {
    target = new URL(url);
  } catch (cause) {
    throw refuse("is not an address", cause);
  }
  if (target.protocol !== "http:" && target.protocol !== "https:") throw refuse("must begin with http: or https:");
  if (target.username !== "" || target.password !== "") throw refuse("must not hold a user or a password");
  const host = toHost(target);
  if (!hosts.has(host) && isIP(host) !== 0 && !isPublicAddress(host))
    throw refuse(`leads to ${host}, which is not public`);
  return target;
}

/** The status of the answer. Redirects are not followed. Rejects if nothing was answered in time, or the name leads inside. */
export function guardedPost(target: URL, options: PostOptions): Promise<number> {
  const { headers, body, signal, hosts } = options;
  const request = target.protocol === "https:" ? requestHttps : requestHttp;
  const settings: RequestOptions = {
    method: "POST",
    headers: { ...headers, "Content-Length": Buffer.byteLength(body) },
    signal: AbortSignal.any([signal, AbortSignal.timeout(PUSH_TIMEOUT_MS)]),
    // A connection of its own: what another request looked up counts for nothing here.
    agent: false,
    ...(!hosts.has(toHost(target)) && { lookup: lookupPublic }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(target, settings, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > PUSH_ANSWER_BYTES_MAX) response.destroy();
      });
      response.on("error", reject);
      response.on("close", () => resolve(response.statusCode ?? 0));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** All addresses of the name have to be public: one that is not may be the one that is taken. */
const lookupPublic: LookupFunction = (name, options, callback) => {
  lookupName(name, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error !== null) return callback(error, "", 0);
    const inside = addresses.find(({ address }) => !isPublicAddress(address));
    const [first] = addresses;
    if (inside !== undefined || first === undefined) {
      return callback(refuse(`leads to ${inside?.address ?? "nowhere"}, which is not public`), "", 0);
    }
    if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

function toHost({ hostname }: URL): string {
  return hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
}

function refuse(why: string, cause?: unknown): ParleyError {
  return new ParleyError({ code: "bad_input", message: `The url of a push notification ${why}`, cause });
}
