// Reads the files and edits of a patch: unified diffs, git diffs, `apply_patch` and search/replace blocks.
import { EDITS_MAX, PATCH_LINES_MAX, PATHS_MAX } from "../limits.ts";

/** A part of a file before and after the patch. */
interface Fragment {
  readonly old: string;
  readonly new: string;
}

interface PatchedFile {
  readonly path: string;
  /** The path as written in the header. */
  readonly raw: string;
  readonly action: "write" | "delete" | "move";
  /** The edits in order; a new file has one, without old text. */
  readonly fragments: readonly Fragment[];
}

/** A quick check: every header starts with one of these. */
const MARKS = /^(?:\*\*\* |--- |\+\+\+ |diff |rename |copy |Index: |deleted file|Binary files |<{5,} ?SEARCH)/m;

const HEADS = /^(?:\*\*\* |--- |\+\+\+ |diff |rename |copy |Index: |deleted file|Binary files |<{5}|@@)/;

/** `*** Update File: a.ts` and its like. */
const ENVELOPE = /^\*\*\* (Add|Update|Delete|Move|Rename|Create) (?:File|Folder|to)? ?: ?(\S.*)$/i;
const GIT = /^diff --(?:git|cc|combined) (.+)$/;
const RENAME = /^(?:rename|copy) (from|to) (\S.*)$/;
const INDEX = /^Index: (\S.*)$/;
const BINARY = /^Binary files (.+) and (.+) differ$/;
const BEFORE = /^--- (\S.*)$/;
const AFTER = /^\+\+\+ (\S.*)$/;
/** The path that marks a missing side of a diff. */
const NOTHING = "/dev/null";
const SEARCH = /^<{5,} ?SEARCH/;
const DIVIDER = /^={5,}\s*$/;
const REPLACE = /^>{5,} ?REPLACE/;

export interface Patch {
  readonly files: readonly PatchedFile[];
  /** Whether the patch has more lines or files than the limits allow. */
  readonly isCut: boolean;
}

/** Undefined if it has no known header. */
export function readPatch(text: string): Patch | undefined {
  if (!MARKS.test(text)) return undefined;
  const reader = new PatchReader();
  let at = 0;
  let lines = 0;
  for (; at <= text.length && lines < PATCH_LINES_MAX && !reader.isFull; lines += 1) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end === -1 ? text.length : end);
    reader.line(line.endsWith("\r") ? line.slice(0, -1) : line);
    at = end === -1 ? text.length + 1 : end + 1;
  }
  const files = reader.end();
  return files.length === 0 ? undefined : { files, isCut: at <= text.length };
}

/** Starts with `@@` and has no file header. */
export function isHunk(text: string): boolean {
  return /^@@/m.test(text);
}

interface OpenFile {
  readonly path: string;
  readonly raw: string;
  action: PatchedFile["action"];
  readonly fragments: Fragment[];
}

class PatchReader {
  readonly #files: OpenFile[] = [];
  #old: string[] = [];
  #new: string[] = [];
  #isHunk = false;
  #block: "search" | "replace" | undefined;
  /** The number of remaining lines on each side of the hunk; undefined if the hunk has no counts. */
  #left: { old: number; new: number } | undefined;
  /** The first line of a header pair, until the second one arrives. */
  #pending: string | undefined;
  #previous = "";
  #fragments = 0;

  line(line: string): void {
    if (this.#block === undefined ? !this.#header(line) : !this.#blockLine(line)) this.#body(line);
    this.#previous = line;
  }

  get isFull(): boolean {
    return this.#files.length >= PATHS_MAX;
  }

  end(): readonly PatchedFile[] {
    this.#endHunk();
    return this.#files;
  }

  /** Lines inside a counted hunk can look like headers, so headers are only read outside it or without counts. */
  #header(line: string): boolean {
    if (this.#left !== undefined && (this.#left.old > 0 || this.#left.new > 0)) return false;
    if (!HEADS.test(line)) return false;
    if (line.startsWith("@@")) return this.#startHunk(line);
    if (SEARCH.test(line)) return this.#startBlock();
    return this.#envelope(line) || this.#git(line) || this.#compared(line);
  }

  #envelope(line: string): boolean {
    if (/^\*\*\* (?:Begin|End) (?:Patch|of File)/i.test(line)) {
      this.#endHunk();
      return true;
    }
    const [, verb = "", path = ""] = ENVELOPE.exec(line) ?? [];
    if (path === "") return false;
    const word = verb.toLowerCase();
    const action = word === "delete" ? "delete" : word === "move" || word === "rename" ? "move" : "write";
    if (action === "move" && this.#files.length > 0) (this.#files.at(-1) as OpenFile).action = "move";
    this.#open(path, action);
    // The first hunk needs no header line.
    this.#isHunk = action !== "delete";
    return true;
  }

  #git(line: string): boolean {
    const [, both = ""] = GIT.exec(line) ?? [];
    if (both !== "") {
      for (const raw of splitPair(both)) this.#open(raw, "write");
      return true;
    }
    const [, , renamed = ""] = RENAME.exec(line) ?? [];
    const [, indexed = ""] = INDEX.exec(line) ?? [];
    const [, ...binary] = BINARY.exec(line) ?? [];
    for (const path of [renamed, indexed, ...binary]) {
      if (path !== "") this.#open(path, renamed === "" ? "write" : "move");
    }
    if (line.startsWith("deleted file mode")) for (const file of this.#files.slice(-2)) file.action = "delete";
    return renamed !== "" || indexed !== "" || binary.length > 0 || line.startsWith("deleted file mode");
  }

  #compared(line: string): boolean {
    const [, before = ""] = BEFORE.exec(line) ?? [];
    if (before !== "") {
      // A removed line may look like this, so it counts as a header only together with the next line.
      this.#endHunk();
      this.#pending = before;
      return true;
    }
    const [, after = ""] = AFTER.exec(line) ?? [];
    if (after === "" || this.#pending === undefined) return false;
    const old = this.#pending;
    this.#pending = undefined;
    const isDeleted = plainPath(after) === NOTHING;
    if (plainPath(old) !== NOTHING && plainPath(old) !== plainPath(after)) {
      this.#open(old, isDeleted ? "delete" : "write");
    }
    if (!isDeleted) this.#open(after, "write");
    return true;
  }

  #startHunk(line: string): boolean {
    this.#endHunk();
    this.#isHunk = true;
    const [, old = "1", now = "1"] = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line) ?? [];
    this.#left = line.startsWith("@@ -") ? { old: Number(old), new: Number(now) } : undefined;
    return true;
  }

  /** The file's name is on the line before, possibly before a code fence. */
  #startBlock(): boolean {
    this.#endHunk();
    const path = this.#previous.trim();
    if (path !== "" && !path.startsWith("```") && !REPLACE.test(path)) this.#open(path, "write");
    this.#block = "search";
    return true;
  }

  #blockLine(line: string): boolean {
    if (DIVIDER.test(line)) this.#block = "replace";
    else if (REPLACE.test(line)) {
      this.#isHunk = true;
      this.#endHunk();
      this.#block = undefined;
    } else (this.#block === "search" ? this.#old : this.#new).push(line);
    return true;
  }

  #body(line: string): void {
    if (this.#pending !== undefined) this.#pending = undefined;
    if (!this.#isHunk || line.startsWith("\\")) return;
    const sign = line[0];
    const text = line.slice(1);
    if (sign !== "+") this.#push(this.#old, text, "old");
    if (sign !== "-") this.#push(this.#new, text, "new");
  }

  #push(lines: string[], text: string, side: "old" | "new"): void {
    if (this.#left !== undefined) {
      if (this.#left[side] <= 0) return;
      this.#left[side] -= 1;
    }
    lines.push(text);
  }

  #open(raw: string, action: PatchedFile["action"]): void {
    this.#endHunk();
    const path = plainPath(raw);
    if (path === NOTHING || this.#files.at(-1)?.path === path) return;
    this.#files.push({ path, raw, action, fragments: [] });
  }

  #endHunk(): void {
    const file = this.#files.at(-1);
    const hasText = this.#isHunk && (this.#old.length > 0 || this.#new.length > 0);
    if (hasText && file !== undefined && this.#fragments < EDITS_MAX) {
      this.#fragments += 1;
      file.fragments.push({ old: this.#old.join("\n"), new: this.#new.join("\n") });
    }
    this.#old = [];
    this.#new = [];
    this.#isHunk = false;
    this.#left = undefined;
  }
}

/** `a/one b/two`; quotes where a name has spaces. */
function splitPair(both: string): string[] {
  const quoted = [...both.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, path = ""]) => path);
  if (quoted.length === 2) return quoted;
  const half = / b\//.exec(both);
  return half === null ? both.split(" ") : [both.slice(0, half.index), both.slice(half.index + 1)];
}

/** Removes quotes, the time after a tab, and git's prefixes. */
function plainPath(text: string): string {
  const [path = ""] = text.split("\t");
  return path
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .replace(/^[abciow]\/(?=.)/, "");
}
