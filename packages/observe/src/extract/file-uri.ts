// The file that a URI in a prompt refers to: `file://` with percent-encoding, drives, servers and lines; or a plain
// path.

export interface NamedFile {
  readonly path: string;
  readonly line?: number | undefined;
}

const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]+):/;
/** `#L10`, `#L10-20`, `#10:20`. */
const LINES = /^L?(\d{1,9})\b/;
const DRIVE_BEHIND_SLASH = /^\/[A-Za-z]:(?:\/|$)/;

/** Undefined for a URI that is not a local file. */
export function readFileUri(uri: string): NamedFile | undefined {
  const scheme = SCHEME.exec(uri)?.[1]?.toLowerCase();
  if (scheme === undefined) return uri === "" ? undefined : { path: uri };
  if (scheme !== "file") return undefined;
  const [rest, fragment] = split(uri.slice("file:".length), "#");
  const [address] = split(rest, "?");
  const path = toPath(address);
  return path === "" ? undefined : { path, line: toLine(fragment) };
}

export function toLine(text: string): number | undefined {
  const digits = LINES.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function toPath(address: string): string {
  const decoded = decodePercents(address);
  if (!decoded.startsWith("//")) return withoutSlash(decoded);
  const [host = "", ...path] = decoded.slice(2).split("/");
  const local = `/${path.join("/")}`;
  if (host === "" || host.toLowerCase() === "localhost") return local === "/" ? "" : withoutSlash(local);
  // `file://C:/x`, which is wrong but common.
  return /^[A-Za-z]:$/.test(host) ? host + local : `//${host}${local}`;
}

function withoutSlash(path: string): string {
  return DRIVE_BEHIND_SLASH.test(path) ? path.slice(1) : path;
}

/** A percent sign that is not an encoding is kept. */
function decodePercents(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // Not percent-encoded: taken literally.
  }
}

function split(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
