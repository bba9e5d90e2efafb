// Finds what JSON.parse does not report: how members were written, and whether a name is repeated.
//
// If a name occurs twice, one reader uses the first member and another the last. The judged member must be the one that
// is used, so repeated names have to be found. The text may be truncated anywhere; everything before the cut is read.
import { FOLDED_DEPTH_MAX, REPEATED_DEPTH_MAX } from "../limits.ts";

export interface ScannedObject {
  /** The members of the outermost object, each value as written; a truncated one is empty. */
  readonly members: ReadonlyMap<string, string>;
  /** The first name that occurs twice in one object, or differs from another only in case. */
  readonly repeated: string | undefined;
}

/** The names of a level, if it is an object; a list has none. */
type Names = Set<string> | undefined;

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

export function scanObject(text: string): ScannedObject {
  const scan = new Scan(text);
  scan.run();
  return scan;
}

class Scan implements ScannedObject {
  readonly members = new Map<string, string>();
  repeated: string | undefined;
  readonly #text: string;
  /** For the outer levels only; deeper ones are just counted. */
  readonly #names: Names[] = [];
  #depth = 0;
  /** The next string in an object is a name. */
  #isName = false;
  #name: string | undefined;
  #valueStart = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Character by character, because the input may be crafted to be slow. */
  run(): void {
    const text = this.#text;
    for (let at = 0; at < text.length;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) at = this.#string(at);
      else {
        this.#mark(code, at);
        at += 1;
      }
    }
    if (this.#name !== undefined) this.members.set(this.#name, "");
  }

  #mark(code: number, at: number): void {
    if (code === OPEN_OBJECT || code === OPEN_LIST) this.#open(code === OPEN_OBJECT);
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) this.#close(at);
    else if (code === COMMA) {
      if (this.#depth === 1) this.#endMember(at);
      this.#isName = true;
    } else if (code === COLON) {
      if (this.#depth === 1) this.#valueStart = at + 1;
      this.#isName = false;
    }
  }

  #open(isObject: boolean): void {
    if (this.#depth < REPEATED_DEPTH_MAX) this.#names.push(isObject ? new Set() : undefined);
    this.#depth += 1;
    this.#isName = true;
  }

  #close(at: number): void {
    if (this.#depth === 1) this.#endMember(at);
    if (this.#depth <= REPEATED_DEPTH_MAX) this.#names.pop();
    this.#depth = Math.max(0, this.#depth - 1);
  }

  #endMember(at: number): void {
    if (this.#name !== undefined) this.members.set(this.#name, this.#text.slice(this.#valueStart, at).trim());
    this.#name = undefined;
  }

  /** The end of it. */
  #string(start: number): number {
    const end = endOfString(this.#text, start);
    const names = this.#depth <= REPEATED_DEPTH_MAX ? this.#names.at(-1) : undefined;
    if (names === undefined || !this.#isName || end > this.#text.length) return end;
    const name = readString(this.#text.slice(start, end));
    // Some readers ignore case.
    const folded = this.#depth <= FOLDED_DEPTH_MAX ? name.toLowerCase() : name;
    if (names.has(folded)) this.repeated ??= name;
    names.add(folded);
    if (this.#depth === 1) this.#name = name;
    return end;
  }
}

/** After its closing quote; after the end of the text if it has none. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
  }
  return text.length + 1;
}

function readString(quoted: string): string {
  if (!quoted.includes("\\")) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted; // Not JSON, so no other reader accepts it either.
  }
}
