// What JSON.parse does not tell of an object: how its members were written, and whether a name comes twice.
//
// Of two members with one name, one reader takes the first and another the last. What was judged must be what is done, so
// whoever judges has to know. The text may be cut off anywhere; everything before the cut is read.
import { REPEATED_DEPTH_MAX } from "./limits.ts";

export interface ScannedObject {
  /** The members of the outermost object, each value as it was written; one that is cut off is empty. */
  readonly members: ReadonlyMap<string, string>;
  /** The first name that comes twice in one object, or differs from another only in small and capital letters. */
  readonly repeated: string | undefined;
}

interface Level {
  /** Undefined in a list, and where it is too deep to matter. */
  readonly names: Set<string> | undefined;
  isName: boolean;
}

export function scanObject(text: string): ScannedObject {
  const scan = new Scan(text);
  scan.run();
  return scan;
}

class Scan implements ScannedObject {
  readonly members = new Map<string, string>();
  repeated: string | undefined;
  readonly #text: string;
  readonly #levels: Level[] = [];
  #name: string | undefined;
  #valueStart = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): void {
    const marks = /["{}[\],:]/g;
    for (let match = marks.exec(this.#text); match !== null; match = marks.exec(this.#text)) {
      const at = match.index;
      const [mark] = match;
      if (mark === '"') marks.lastIndex = this.#string(at);
      else this.#mark(mark, at);
    }
    if (this.#name !== undefined) this.members.set(this.#name, "");
  }

  #mark(mark: string, at: number): void {
    const level = this.#levels.at(-1);
    if (mark === "{" || mark === "[") this.#open(mark === "{");
    else if (mark === ":") {
      if (level !== undefined) level.isName = false;
      if (this.#levels.length === 1) this.#valueStart = at + 1;
    } else {
      if (this.#levels.length === 1) this.#endMember(at);
      if (mark !== ",") this.#levels.pop();
      else if (level !== undefined) level.isName = true;
    }
  }

  #open(isObject: boolean): void {
    const names = isObject && this.#levels.length < REPEATED_DEPTH_MAX ? new Set<string>() : undefined;
    this.#levels.push({ names, isName: true });
  }

  #endMember(at: number): void {
    if (this.#name !== undefined) this.members.set(this.#name, this.#text.slice(this.#valueStart, at).trim());
    this.#name = undefined;
  }

  /** Where it ends. */
  #string(start: number): number {
    const end = endOfString(this.#text, start);
    const level = this.#levels.at(-1);
    if (level?.names === undefined || !level.isName || end > this.#text.length) return end;
    const name = readString(this.#text.slice(start, end));
    // Some readers do not tell small letters from capital ones.
    const folded = name.toLowerCase();
    if (level.names.has(folded)) this.repeated ??= name;
    level.names.add(folded);
    if (this.#levels.length === 1) this.#name = name;
    return end;
  }
}

/** Behind its closing quote; behind the end of the text if it has none. */
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
    return quoted; // No JSON; then it is not what anybody else reads either.
  }
}
