// Origins that the user allows: exact ones, everything below a domain, or every page of an application's own scheme.
import { ParleyError } from "@parley/base";

/** The origin of a request, in lower case. */
type IsMatch = (origin: string) => boolean;

const SHAPE = /^([a-z][a-z0-9+.-]*):\/\/([^/?#@\\\s]+)\/?$/;
const WEB = new Set(["http", "https"]);
const ANY_HOST = "*";
const BELOW = "*.";
/** `*` stands for one or more of these. A label has no dot, so that the expression takes linear time. */
const LABELS = "(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\\.)+";
const HOST = /^[a-z0-9._-]+$/;
const DOMAIN = /^(?:[a-z0-9_-]{1,63}\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
/** Below a country domain, these names are registries, like `.com`. */
const REGISTRY_LABELS = new Set("ac co com edu go gob gov gv ltd me mil ne net nom or org plc sch".split(" "));

const EXAMPLES = "Write an origin such as https://board.example or a pattern such as https://*.board.example";

/** Throws `bad_config`, which names the flag and the value. */
export function parseOriginPatterns(texts: readonly string[]): IsMatch {
  const matches = texts.map(parseOriginPattern);
  return (origin) => matches.some((isMatch) => isMatch(origin));
}

function parseOriginPattern(text: string): IsMatch {
  const [, scheme, host] = SHAPE.exec(text.toLowerCase()) ?? [];
  if (scheme === undefined || host === undefined) throw refused(text, "it is not a scheme and a host");
  if (WEB.has(scheme)) return host.startsWith(BELOW) ? parseBelow(text, scheme, host) : parseExact(text, scheme, host);
  return parseApplication(text, scheme, host);
}

function parseExact(text: string, scheme: string, host: string): IsMatch {
  if (host.includes("*")) throw refused(text, "* may only stand for the labels in front of a domain");
  const { origin } = parseUrl(text, scheme, host);
  return (sent) => sent === origin;
}

function parseBelow(text: string, scheme: string, host: string): IsMatch {
  const below = host.slice(BELOW.length);
  if (below.includes("*")) throw refused(text, "* may only stand for the labels in front of a domain");
  const { hostname, host: normal } = parseUrl(text, scheme, below);
  if (!DOMAIN.test(hostname)) throw refused(text, `${hostname} is not a registrable domain`);
  if (isRegistry(hostname)) throw refused(text, `${hostname} is a registry, where anyone can register a name`);
  const pattern = new RegExp(`^${scheme}://${LABELS}${normal.replaceAll(".", "\\.")}$`);
  return (sent) => pattern.test(sent);
}

/** Such as `vscode-webview://*`: no web page can have an origin of that scheme. */
function parseApplication(text: string, scheme: string, host: string): IsMatch {
  const start = `${scheme}://`;
  if (host === ANY_HOST) return (sent) => sent.startsWith(start) && HOST.test(sent.slice(start.length));
  if (host.includes("*")) throw refused(text, `for this scheme, only ${start}* is a pattern`);
  return (sent) => sent === `${start}${host}`;
}

/** In the browsers' form: international names in ASCII, without the default port. */
function parseUrl(text: string, scheme: string, host: string): URL {
  try {
    return new URL(`${scheme}://${host}`);
  } catch {
    throw refused(text, "its host or port is invalid");
  }
}

function isRegistry(hostname: string): boolean {
  const [name = "", country = "", ...more] = hostname.split(".");
  return more.length === 0 && country.length === 2 && REGISTRY_LABELS.has(name);
}

function refused(text: string, why: string): ParleyError {
  const message = `--allow-origin ${JSON.stringify(text)} cannot be used: ${why}`;
  return new ParleyError({ code: "bad_config", message, remedy: { label: EXAMPLES } });
}
