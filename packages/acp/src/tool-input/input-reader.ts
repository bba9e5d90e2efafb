// Walks the input of a tool call in any form and collects everything it names. Nothing here throws.
import { isObject } from "@parley/base";
import { isShell, toCommands, toScript } from "./commands.ts";
import { roleOf, textRoleOf, toKey, type Role } from "./keys.ts";
import {
  COMMANDS_MAX,
  DEPTH_MAX,
  EDITS_MAX,
  LINES_MAX,
  MENTIONS_MAX,
  NAMES_MAX,
  NESTED_JSON_CHARS_MAX,
  PATHS_MAX,
  URLS_MAX,
  VALUES_MAX,
} from "../limits.ts";
import { isSmallJson } from "./json-size.ts";
import { canBePath, fromFileUri } from "./mentions.ts";
import { isHunk, readPatch, type Patch } from "./patch.ts";
import type { CommandReading, TextEdit } from "./reading.ts";
import { kindOfVerb, stricterKind, type ToolKind } from "./tool-names.ts";
import { readVariables } from "./variables.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What is known about the value being read. */
interface Place {
  readonly role: Role;
  /** The name as written, for display. */
  readonly name: string;
  readonly depth: number;
  /** The file that the values around it are about. */
  readonly path: string | undefined;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const NAME_KEYS: ReadonlySet<string> = new Set(["name", "key", "field", "param", "parameter", "argument"]);
const IDENTIFIER = /^\w+$/;

export class InputReader {
  readonly paths: Set<string> = new Set();
  readonly bases: Set<string> = new Set();
  readonly cwds: Set<string> = new Set();
  readonly ends: Set<string> = new Set();
  readonly writes: Set<string> = new Set();
  readonly deletes: Set<string> = new Set();
  readonly moves: Set<string> = new Set();
  readonly urls: Set<string> = new Set();
  readonly edits: TextEdit[] = [];
  readonly env: Record<string, string> = {};
  readonly strong: Set<string> = new Set();
  readonly weak: Set<string> = new Set();
  readonly doubts: Set<string> = new Set();
  /** Unrecognized texts: the caller, which knows the kind of tool, decides whether they matter. */
  readonly leftovers: Set<string> = new Set();
  /** Texts of files, which may turn out to be patches. */
  readonly bodies: string[] = [];
  verb: ToolKind | undefined;
  readonly #commands = new Map<string, CommandReading>();
  #values = 0;
  #nestedChars = 0;

  get commands(): readonly CommandReading[] {
    return [...this.#commands.values()];
  }

  read(value: unknown): void {
    this.#visit(value, { role: "nested", name: "the input", depth: 0, path: undefined });
  }

  addPath(path: string, to: Set<string> = this.paths): void {
    if (to.size < PATHS_MAX) to.add(path);
    else this.doubts.add(`it names more than ${PATHS_MAX} paths`);
  }

  addEdit(edit: TextEdit): void {
    if (this.edits.length < EDITS_MAX) this.edits.push(edit);
    else this.doubts.add(`it makes more than ${EDITS_MAX} edits`);
    if (edit.path !== undefined) this.addPath(edit.path, this.writes);
  }

  addCommands(commands: readonly CommandReading[]): void {
    for (const command of commands) {
      if (this.#commands.size < COMMANDS_MAX) this.#commands.set(JSON.stringify(command), command);
      else this.doubts.add(`it names more than ${COMMANDS_MAX} commands`);
    }
  }

  mention(text: string, isWeak: boolean): void {
    const to = isWeak ? this.weak : this.strong;
    if (this.strong.size + this.weak.size < MENTIONS_MAX) to.add(text);
    else this.doubts.add(`it has more than ${MENTIONS_MAX} texts that might be paths`);
  }

  addPatch({ files, isCut }: Patch): void {
    if (isCut) this.doubts.add("it has a patch that is too long");
    for (const { path, raw, action, fragments } of files) {
      this.addPath(path, action === "delete" ? this.deletes : action === "move" ? this.moves : this.writes);
      if (raw !== path) this.mention(raw, true);
      for (const { old, new: now } of fragments) {
        this.addEdit({ path, old: old === "" ? undefined : old, new: now, isAll: false, from: "patch" });
      }
    }
  }

  #visit(value: unknown, place: Place): void {
    if (value === null || value === undefined) return;
    this.#values += 1;
    if (this.#values > VALUES_MAX) this.doubts.add(`it has more than ${VALUES_MAX} values`);
    else if (typeof value === "string") this.#text(value, place);
    else if (typeof value !== "object") return;
    else if (place.depth >= DEPTH_MAX) this.doubts.add(`it is nested deeper than ${DEPTH_MAX} levels`);
    else if (Array.isArray(value)) this.#list(value, place);
    else if (isObject(value)) this.#object(value, { ...place, depth: place.depth + 1 });
  }

  #list(items: readonly unknown[], place: Place): void {
    const texts = items.length < 64 ? items.filter((item) => typeof item === "string") : [];
    // The path is a list of segments.
    const joined = place.role === "path" && texts.length > 1 ? texts.join("/") : "";
    if (joined !== "" && canBePath(joined)) this.mention(joined, true);
    const inner = { ...place, depth: place.depth + 1 };
    for (const item of items) {
      if (this.#values > VALUES_MAX) return;
      this.#visit(item, inner);
    }
  }

  #object(fields: Fields, place: Place): void {
    let names = Object.keys(fields);
    if (names.length > NAMES_MAX) {
      this.doubts.add(`it has an object with more than ${NAMES_MAX} names`);
      names = names.slice(0, NAMES_MAX);
    }
    if (fields["type"] === "Buffer" && Array.isArray(fields["data"])) this.doubts.add("it has bytes instead of text");
    const path = findLocalPath(fields, names) ?? place.path;
    this.#readRun(fields, names, path !== undefined);
    this.#readEdit(fields, names, path);
    if (path !== undefined && isRemoval(fields)) this.addPath(path, this.deletes);
    const isByPath = place.role === "by-path" || place.role === "path";
    for (const name of names) {
      if (this.#values > VALUES_MAX) return;
      const role = roleOf(toKey(name));
      const value = fields[name];
      if (role === "command" || role === "program" || role === "shell") continue;
      if (role === "env") this.#readEnv(value);
      else if (role === "unknown" && isByPath && !isPlainWord(name)) this.#readByPath(name, value, place);
      else {
        if (role === "unknown") this.#key(name, value);
        this.#visit(value, { role: this.#roleHere(role, fields, name), name, depth: place.depth, path });
      }
    }
  }

  /** `{name: "path", value: "a.ts"}`: the name determines the meaning of the value. */
  #roleHere(role: Role, fields: Fields, name: string): Role {
    if (toKey(name) !== "value") return role;
    const named = Object.keys(fields).find((other) => NAME_KEYS.has(toKey(other)));
    const title = named === undefined ? undefined : fields[named];
    const told = typeof title === "string" ? roleOf(toKey(title)) : "unknown";
    return told === "body" || told === "prose" ? role : told;
  }

  /** `{"/a.ts": …}`: a path with a text or an operation. */
  #readByPath(path: string, value: unknown, { depth }: Place): void {
    if (!canBePath(path)) return;
    this.addPath(path);
    this.addPath(path, this.writes);
    if (typeof value !== "string") return this.#visit(value, { role: "nested", name: path, depth, path });
    const patch = readPatch(value);
    if (patch !== undefined) this.addPatch(patch);
    else this.addEdit({ path, old: undefined, new: value, isAll: false, from: "input" });
  }

  /** A key is treated as a path only where a rule protects that path; the key of a number is not one. */
  #key(name: string, value: unknown): void {
    const isNumber = typeof value === "number" || typeof value === "boolean";
    if (canBePath(name) && !(isNumber && IDENTIFIER.test(name))) this.mention(name, true);
    const patch = name.includes("\n") ? readPatch(name) : undefined;
    if (patch !== undefined) this.addPatch(patch);
  }

  #readRun(fields: Fields, names: readonly string[], hasPath: boolean): void {
    const roles = names.map((name) => roleOf(toKey(name)));
    const args = fields[names[roles.indexOf("args")] ?? ""];
    const hasCommand = roles.includes("command");
    for (const [index, name] of names.entries()) {
      const value = fields[name];
      const role = roles[index];
      if (role === "command" && typeof value === "string" && hasPath && kindOfVerb(value) !== undefined) {
        this.verb = stricterKind(this.verb ?? "think", kindOfVerb(value) ?? "think");
      } else if (role === "command" || (role === "program" && !hasCommand)) {
        const isScript = toKey(name) === "commands" || toKey(name) === "cmds";
        this.addCommands(isScript ? toScript(value) : toCommands(value, args));
        this.#readPatches(value);
      } else if (role === "shell" && typeof value === "string" && !(hasCommand && isShell(value))) {
        this.addCommands(hasCommand ? [value] : toCommands(value, args));
      }
    }
  }

  /** A patch in a command names the files it changes. */
  #readPatches(value: unknown): void {
    const texts = Array.isArray(value) ? value : [value];
    for (const text of texts) {
      const files = typeof text === "string" && text.includes("\n") ? readPatch(text) : undefined;
      for (const { path } of files?.files ?? []) this.mention(path, true);
    }
  }

  #readEdit(fields: Fields, names: readonly string[], path: string | undefined): void {
    const texts: { old?: string; new?: string; whole?: string } = {};
    let isAll = false;
    for (const name of names) {
      const role = textRoleOf(toKey(name));
      const value = fields[name];
      if (role === "all") isAll ||= value === true;
      else if (role !== undefined && typeof value === "string") texts[role] ??= value;
    }
    const { old, new: now, whole } = texts;
    if (path !== undefined && (old !== undefined || now !== undefined)) {
      this.addEdit({ path, old, new: now ?? "", isAll, from: "input" });
    }
    if (path !== undefined && whole !== undefined) {
      this.addEdit({ path, old: undefined, new: whole, isAll: false, from: "input" });
    }
  }

  #readEnv(value: unknown): void {
    for (const [name, text] of readVariables(value)) {
      // An assignment would fail for a variable called `__proto__`.
      Object.defineProperty(this.env, name, { value: text, enumerable: true, configurable: true });
      if (canBePath(text)) this.mention(text, true);
    }
  }

  #text(text: string, place: Place): void {
    const { role, name, path, depth } = place;
    if (role === "body") return void this.bodies.push(text);
    if (role === "excluded" || text.trim() === "") return;
    const nested = this.#parse(text);
    if (nested !== undefined) return this.#visit(nested, { ...place, depth: depth + 1 });
    if (role === "path" || role === "base" || role === "cwd" || role === "move") return this.#pathText(text, place);
    if (role === "url") return this.#url(text);
    const patch = readPatch(text);
    if (patch !== undefined) return this.addPatch(patch);
    if (canBePath(text)) return this.mention(text, role === "prose");
    if (role === "prose") return;
    if (role === "patch" && path !== undefined && isHunk(text)) return this.#hunks(text, path);
    this.leftovers.add(name);
    for (const line of text.split(/\r\n|\r|\n/, LINES_MAX)) if (canBePath(line)) this.mention(line.trim(), true);
  }

  #hunks(text: string, path: string): void {
    const patch = readPatch(`--- ${path}\n+++ ${path}\n${text}`);
    if (patch !== undefined) this.addPatch(patch);
  }

  #pathText(text: string, { role, name }: Place): void {
    const to = { path: this.paths, base: this.bases, cwd: this.cwds, move: this.ends }[role as "path"];
    const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
    if (lines.length > LINES_MAX || !lines.every(canBePath)) this.doubts.add(`${name} is not a path`);
    for (const line of lines.slice(0, LINES_MAX)) this.addPath(fromFileUri(line) ?? line, to);
  }

  #url(text: string): void {
    const path = fromFileUri(text);
    if (path !== undefined && path !== "") this.addPath(path);
    if (this.urls.size >= URLS_MAX) this.doubts.add(`it names more than ${URLS_MAX} addresses`);
    else if (SCHEME.test(text)) this.urls.add(text);
    else {
      this.urls.add(text);
      if (canBePath(text)) this.mention(text, false);
    }
  }

  /** JSON in a text; undefined for any other text. */
  #parse(text: string): unknown {
    const start = text.trimStart()[0];
    if (start !== "{" && start !== "[") return undefined;
    this.#nestedChars += text.length;
    if (this.#nestedChars > NESTED_JSON_CHARS_MAX || !isSmallJson(text)) {
      this.doubts.add("it has more JSON in a text than is read");
      return undefined;
    }
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === "object" && value !== null ? value : undefined;
    } catch {
      return undefined; // The text starts with a bracket but is not JSON.
    }
  }
}

function findLocalPath(fields: Fields, names: readonly string[]): string | undefined {
  for (const name of names) {
    if (roleOf(toKey(name)) !== "path") continue;
    const value = fields[name];
    const [text] = Array.isArray(value) && value.length === 1 ? (value as unknown[]) : [value];
    if (typeof text === "string" && canBePath(text)) return fromFileUri(text) ?? text;
  }
  return undefined;
}

/** `{type: "delete", …}`. */
function isRemoval(fields: Fields): boolean {
  return ["type", "kind", "action", "operation", "op", "status"].some((name) =>
    ["delete", "remove", "deleted", "removed"].includes(String(fields[name]).toLowerCase()),
  );
}

/** Keys that name the parts of an edit, not a file. */
function isPlainWord(name: string): boolean {
  return /^(?:\d+|add|update|delete|remove|create|modify|move|rename|line|start|end|range|position|uri|version)$/i.test(
    name,
  );
}
