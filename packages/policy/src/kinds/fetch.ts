// Fetch something from an address.
import { classifyAddress, toCanonicalAddress, withoutBrackets } from "@parley/base";
import { DANGEROUS, NONE } from "../concerns.ts";
import { toDanger } from "../dangers.ts";
import { matchSets, type Item, type Objection, type Sets } from "../item.ts";
import { REASON_SUBJECT_CHARS_MAX } from "../limits.ts";
import { GROUP_BY_KIND } from "../modes.ts";
import { redact } from "../redact.ts";
import { Matches } from "../rules/rule.ts";
import { shorten } from "../text.ts";
import type { Kind } from "./kind.ts";

export const fetchKind: Kind<"fetch"> = {
  examine: ({ url }, sets) => [examineUrl(url, sets)],
  need: () => ({ groups: [GROUP_BY_KIND.fetch], files: [] }),
  subject: ({ url }) => toPlainUrl(url),
  coverages: ({ url }) => [{ kind: "fetch", host: parseUrl(url)?.hostname ?? "" }],
  takes: ({ url }) => toUrlKeys(url),
  gives: ({ url }) => toUrlKeys(url),
};

/** Cloud metadata services outside the link-local range: they give this machine's credentials to any of its programs. */
const METADATA_HOSTS = new Set([
  "fd00:ec2::254",
  "metadata.google.internal",
  "metadata",
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
]);

export function examineUrl(text: string, sets: Sets): Item {
  const url = parseUrl(text);
  const name = shorten(url?.host ?? toPlainUrl(text), REASON_SUBJECT_CHARS_MAX);
  const denial = findDenial(name, url);
  if (url === undefined || denial !== undefined) {
    return { name, effect: "fetch", denial, concerns: NONE, written: new Matches(), remembered: new Matches() };
  }
  const host = url.hostname.replace(/\.$/, "");
  const isMetadata = isMetadataHost(host);
  const concerns = isMetadata ? DANGEROUS : NONE;
  return {
    name,
    effect: "fetch",
    concerns,
    worry: isMetadata ? { id: "metadata-host", sentence: `${name} exposes this machine's credentials` } : undefined,
    danger: isMetadata ? toDanger("reads-secrets") : undefined,
    ceiling: findCeiling(name, url),
    ...matchSets(sets, (set, matches) => {
      set.fetches.match(host, url.port === "" ? host : `${host}:${url.port}`, concerns, matches);
    }),
  };
}

/** Most metadata services have a link-local address, which an IPv6 address may carry, too. */
function isMetadataHost(host: string): boolean {
  const address = withoutBrackets(host);
  return classifyAddress(address) === "link-local" || METADATA_HOSTS.has(toCanonicalAddress(address));
}

export function toUrlKeys(text: string): string[] {
  const url = parseUrl(text);
  return url === undefined ? [] : [`fetch:${url.href}`];
}

function findDenial(name: string, url: URL | undefined): Objection | undefined {
  if (url === undefined) return { id: "bad-url", sentence: `${name} is not a URL` };
  if (url.protocol === "https:" || url.protocol === "http:") return undefined;
  return { id: "bad-scheme", sentence: `${url.protocol} URLs are not supported; use http: or https:` };
}

function findCeiling(name: string, { username, password }: URL): Objection | undefined {
  if (username === "" && password === "") return undefined;
  return { id: "login-in-url", sentence: `The URL of ${name} contains a login` };
}

/** Without the parts that may be secret: the login and everything after the path. */
function toPlainUrl(text: string): string {
  const url = parseUrl(text);
  return url === undefined ? redact(text) : redact(`${url.protocol}//${url.host}${url.pathname}`);
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
