// Finds a version in a program's output, and compares versions (semantic versioning with pre-releases).

/** A normalised version: `1.16.0-beta.1`. */
export type Version = string;

// Not part of a longer word or number: addresses, dates and hashes have dots and digits too.
const NUMBER = String.raw`(\d{1,9})\.(\d{1,9})`;
const PATCH = String.raw`\.(\d{1,9})`;
const PRE_RELEASE = String.raw`(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?`;
const BUILD = String.raw`(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?`;
const END = String.raw`(?![\w+-]|\.\d)`;

const WHOLE = new RegExp(`^v?${NUMBER}(?:${PATCH})?${PRE_RELEASE}${BUILD}$`);
/** A line that is about the version: nothing before it but the program's name. */
const NAME = String.raw`^\s*(?:[A-Za-z][\w@/.-]*[\s:,]+){0,5}?\(?v?`;
const VERSION_LINE = new RegExp(`${NAME}${NUMBER}${PATCH}${PRE_RELEASE}${BUILD}${END}`);
/** `1.9` is a version only if nothing follows: "Python 3.11 is needed". */
const SHORT_VERSION_LINE = new RegExp(String.raw`${NAME}${NUMBER}()${PRE_RELEASE}[\s.)]*$`);
const ANYWHERE = new RegExp(String.raw`(?<![\w.+-])v?${NUMBER}${PATCH}${PRE_RELEASE}${BUILD}${END}`);
/** Lines about a version other than the running one. */
const OTHER_VERSION = /\b(update|upgrade|available|newer|latest|warn(ing)?|deprecat\w*|require[sd]?|node(\.js)?)\b/i;

/** Colours, cursor movements, titles and links. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const ANSI = /\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[@-Z\\-_]/g;

/** The version anywhere in a program's output; undefined if it has none. */
export function findVersion(output: string): Version | undefined {
  const lines = output.replace(ANSI, "").split(/[\r\n]+/);
  const ownLines = lines.filter((line) => !OTHER_VERSION.test(line));
  const patterns = [VERSION_LINE, SHORT_VERSION_LINE, ANYWHERE];
  for (const pattern of patterns) {
    const version = firstMatch(ownLines, pattern);
    if (version !== undefined) return version;
  }
  return firstMatch(lines, ANYWHERE);
}

/** Undefined unless the whole text is a version. */
export function parseVersion(text: string): Version | undefined {
  return firstMatch([text.trim()], WHOLE);
}

function firstMatch(lines: readonly string[], pattern: RegExp): Version | undefined {
  for (const line of lines) {
    const match = pattern.exec(line);
    if (match === null) continue;
    const [, major, minor, patch, preRelease] = match;
    const plain = [major, minor, patch].map((part) => Number(part ?? "0")).join(".");
    return preRelease === undefined ? plain : `${plain}-${preRelease}`;
  }
  return undefined;
}

/** Below 0: `a` is older, by major, minor and patch alone: a pre-release of 1.16.0 has what 1.16.0 has. */
export function compareReleases(a: Version, b: Version): number {
  return compareLists(split(a).numbers, split(b).numbers);
}

/** Below 0: `a` is older. Build metadata is ignored. */
export function compareVersions(a: Version, b: Version): number {
  const [left, right] = [split(a), split(b)];
  return compareLists(left.numbers, right.numbers) || comparePreReleases(left.preRelease, right.preRelease);
}

interface Parts {
  readonly numbers: readonly string[];
  readonly preRelease: readonly string[];
}

function split(version: Version): Parts {
  const [release = ""] = version.replace(/^v/, "").split("+", 1);
  const dash = release.indexOf("-");
  const numbers = (dash === -1 ? release : release.slice(0, dash)).split(".");
  while (numbers.length < 3) numbers.push("0");
  return { numbers, preRelease: dash === -1 ? [] : release.slice(dash + 1).split(".") };
}

/** A release is newer than its pre-releases. */
function comparePreReleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return Math.sign(b.length - a.length);
  return compareLists(a, b);
}

function compareLists(a: readonly string[], b: readonly string[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const order = compareIdentifiers(a[index] ?? "", b[index] ?? "");
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Numbers by value and before words; words by their characters. */
function compareIdentifiers(a: string, b: string): number {
  const [isNumberA, isNumberB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  if (!isNumberA) return a < b ? -1 : Number(a > b);
  // Compared as text, so that no number is too large.
  const [left, right] = [a.replace(/^0+(?=\d)/, ""), b.replace(/^0+(?=\d)/, "")];
  return left.length - right.length || (left < right ? -1 : Number(left > right));
}
