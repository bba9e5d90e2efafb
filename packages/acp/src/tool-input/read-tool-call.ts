// Reads a tool call: its kind, and everything that its input, content and locations name.
import { isObject } from "@parley/base";
import { isNamedToolCall } from "../no-tool-call.ts";
import { toCommands } from "./commands.ts";
import { InputReader } from "./input-reader.ts";
import { roleOf, toKey } from "./keys.ts";
import { JOINED_MAX, LINES_MAX, PATHS_MAX } from "../limits.ts";
import { canBePath, isAbsolutePath, otherSpellings, splitPaths } from "./mentions.ts";
import { readPatch } from "./patch.ts";
import type { Mention, ToolCallReading } from "./reading.ts";
import { findKind, findMcpTool, findMetaName, findName, type McpTool, type ToolKind } from "./tool-names.ts";

/** A tool call of either protocol version, possibly incomplete. */
export interface ToolCallFields {
  readonly toolCallId?: unknown;
  readonly name?: unknown;
  readonly title?: unknown;
  readonly kind?: unknown;
  readonly rawInput?: unknown;
  readonly content?: unknown;
  readonly locations?: unknown;
  readonly _meta?: unknown;
}

/** These kinds change nothing on their own, so the content of the call decides. */
const HARMLESS: ReadonlySet<ToolKind> = new Set(["think", "search", "read", "switch_mode", "fetch"]);
/** Kinds whose input must be understood; other tools accept arbitrary input. */
const IS_CLOSED: ReadonlySet<ToolKind> = new Set(["read", "search", "edit", "delete", "move", "execute", "fetch"]);

export function readToolCall(toolCall: ToolCallFields): ToolCallReading {
  const mcp = findMcpTool(toolCall);
  const { own, remote } = readInput(toolCall, mcp);
  const locations = readLocations(toolCall.locations);
  readContent(toolCall.content, own);
  if (!isNamedToolCall(toolCall.toolCallId)) own.doubts.add("it has no id");
  const stated = mcp === undefined ? findKind(toolCall, own.verb) : "other";
  const commands = mcp === undefined && stated === "execute" ? withLine(own, toolCall.rawInput) : own.commands;
  const kind = toKind(stated, own, commands.length > 0);
  settle(own, kind);
  return {
    name: mcp?.name ?? findName(toolCall),
    metaName: findMetaName(toolCall),
    mcp,
    kind,
    verb: own.verb,
    paths: [...own.paths, ...own.bases, ...(kind === "move" ? own.ends : [])],
    locations,
    writes: [...own.writes],
    deletes: [...own.deletes],
    moves: [...own.moves],
    edits: own.edits,
    commands,
    remoteCommands: remote.commands,
    guess: toGuess(toolCall.title, kind, commands.length > 0),
    urls: toUrls(own.urls, toolCall.title, kind),
    cwd: [...own.cwds][0] ?? (kind === "execute" ? [...own.bases][0] : undefined),
    env: own.env,
    mentions: toMentions(own, remote, kind),
    doubts: [...own.doubts],
    leftovers: mcp === undefined && IS_CLOSED.has(kind) ? [...own.leftovers].slice(0, LINES_MAX) : [],
  };
}

/** The input of an MCP tool is meant for its server, so it names local paths only where a rule protects them. */
function readInput(
  { rawInput, kind }: ToolCallFields,
  mcp: McpTool | undefined,
): Readonly<Record<"own" | "remote", InputReader>> {
  const [own, remote] = [new InputReader(), new InputReader()];
  if (mcp === undefined) own.read(rawInput);
  else if (!isObject(rawInput)) remote.read(rawInput);
  else {
    for (const [name, value] of Object.entries(rawInput)) {
      const role = roleOf(toKey(name));
      const isEnvelope = name === "server" || name === "tool";
      const isOwn = mcp.isWrapped ? role !== "nested" && role !== "args" : role === "command" && kind === "execute";
      if (!isEnvelope) (isOwn ? own : remote).read({ [name]: value });
    }
  }
  return { own, remote };
}

function readLocations(locations: unknown): { readonly path: string; readonly line: number | undefined }[] {
  if (!Array.isArray(locations)) return [];
  return locations.slice(0, PATHS_MAX).flatMap((item: unknown) => {
    if (!isObject(item) || typeof item["path"] !== "string" || item["path"] === "") return [];
    return [{ path: item["path"], line: typeof item["line"] === "number" ? item["line"] : undefined }];
  });
}

/** A diff names one file in version 1 and several in version 2. Texts are only displayed. */
function readContent(content: unknown, own: InputReader): void {
  if (!Array.isArray(content)) return;
  if (content.length > PATHS_MAX) own.doubts.add(`it has more than ${PATHS_MAX} parts`);
  for (const item of content.slice(0, PATHS_MAX)) {
    if (!isObject(item)) continue;
    const { type, kind, raw } = item;
    if (type === "diff") readDiff(item, own);
    else if (type === undefined && kind === "unknown") own.read(raw);
    else if (type !== "content" && type !== "terminal") own.read(item);
    else if (isObject(item["content"])) readLink(item["content"], own);
  }
}

function readDiff(diff: Readonly<Record<string, unknown>>, own: InputReader): void {
  const changes = Array.isArray(diff["changes"]) ? diff["changes"].filter(isObject) : [];
  for (const change of [diff, ...changes]) {
    const { path, oldPath, oldText, newText } = change;
    const isNamed = typeof path === "string" && path !== "";
    if (!isNamed && (change !== diff || changes.length === 0)) own.doubts.add("it has a diff without a path");
    if (typeof oldPath === "string" && oldPath !== "" && oldPath !== path) own.addPath(oldPath, own.moves);
    if (!isNamed) continue;
    own.addPath(path, own.writes);
    if (typeof newText !== "string") continue;
    const old = typeof oldText === "string" && oldText !== "" ? oldText : undefined;
    own.addEdit({ path, old, new: newText, isAll: false, from: "diff" });
  }
}

function readLink(block: Readonly<Record<string, unknown>>, own: InputReader): void {
  const { uri } = block["type"] === "resource" && isObject(block["resource"]) ? block["resource"] : block;
  if (typeof uri === "string" && canBePath(uri)) own.mention(uri, true);
}

/** A text or a list that is the whole input of a tool that runs commands is the command. */
function withLine(own: InputReader, rawInput: unknown): ToolCallReading["commands"] {
  const isText = typeof rawInput === "string" && !/^\s*[{[]/.test(rawInput);
  const isBroken = typeof rawInput === "string" && own.commands.length === 0 && own.paths.size === 0;
  if (isText || isBroken || Array.isArray(rawInput)) {
    own.addCommands(toCommands(rawInput, undefined));
    own.leftovers.clear();
    own.strong.clear();
  }
  return own.commands;
}

/** The content takes precedence over the kind: a call that contains a command runs it. */
function toKind(stated: ToolKind, own: InputReader, hasCommand: boolean): ToolKind {
  if (!HARMLESS.has(stated)) return stated;
  if (hasCommand) return "execute";
  if (own.writes.size > 0 || own.moves.size > 0) return "edit";
  return own.deletes.size > 0 ? "delete" : stated;
}

/** Resolves what depends on the rest of the input. */
function settle(own: InputReader, kind: ToolKind): void {
  const named = [...own.paths, ...own.writes, ...own.deletes];
  if (kind === "edit" && named.length === 0) {
    for (const patch of own.bodies.flatMap((body) => readPatch(body) ?? [])) own.addPatch(patch);
  }
  if (own.cwds.size > 1) own.doubts.add("it names more than one folder to work in");
}

/** A truncated title cannot be taken as the whole command. */
function toGuess(title: unknown, kind: ToolKind, hasCommand: boolean): string | undefined {
  if (typeof title !== "string" || hasCommand) return undefined;
  const quoted = /^`([^`]+)`$/s.exec(title)?.[1];
  const text = quoted ?? (kind === "execute" ? title : "");
  return text.trim() === "" || /…|\.\.\.$/.test(text) ? undefined : text;
}

function toUrls(urls: ReadonlySet<string>, title: unknown, kind: ToolKind): readonly string[] {
  const isFetch = kind === "fetch";
  // Without a scheme, it counts as an address only in a fetch tool.
  const found = [...urls].filter((url) => isFetch || /^(?!file:)[a-z][a-z0-9+.-]*:\/\//i.test(url));
  if (isFetch && found.length === 0 && typeof title === "string") {
    for (const [url] of title.matchAll(/\bhttps?:\/\/[^\s"'<>`]+/g)) found.push(url);
  }
  return [...new Set(found)];
}

function toMentions(own: InputReader, remote: InputReader, kind: ToolKind): readonly Mention[] {
  const found = new Map<string, boolean>();
  const add = (text: string, isWeak: boolean): void => {
    found.set(text, isWeak && (found.get(text) ?? true));
  };
  const named = [...own.paths, ...own.bases, ...own.ends];
  const folders = [...own.cwds, ...own.bases];
  for (const text of own.strong) add(text, false);
  for (const text of own.weak) add(text, true);
  for (const text of [...own.cwds, ...own.ends]) add(text, kind === "execute");
  for (const text of joined(folders, [...named, ...own.writes, ...own.deletes])) add(text, kind === "execute");
  for (const text of remoteTexts(remote)) add(text, true);
  const texts = [...found.keys()];
  for (const text of texts) for (const other of otherSpellings(text)) if (!found.has(other)) add(other, true);
  for (const path of [...named, ...own.writes, ...own.deletes, ...own.moves]) {
    for (const other of [...otherSpellings(path), ...splitPaths(path)]) if (!found.has(other)) add(other, true);
  }
  for (const path of named) if (path.startsWith("~")) add(path, false);
  const mentions = [...found].map(([text, isWeak]): Mention => ({ text, isWeak }));
  return kind === "read" ? [...mentions, ...toTrees(named)] : mentions;
}

/** The folders in front of the first wildcard. */
function toTrees(paths: readonly string[]): readonly Mention[] {
  return paths.flatMap((path) => {
    const wild = path.search(/[*?[{]/);
    if (wild < 0) return [];
    return [{ text: path.slice(0, wild).replace(/[^/\\]*$/, "") || ".", isWeak: true, isTree: true }];
  });
}

/** Relative paths may also be relative to the folders that the call names. */
function joined(folders: readonly string[], paths: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const folder of folders) {
    for (const path of paths) {
      if (found.length >= JOINED_MAX) return found;
      if (path !== folder && !isAbsolutePath(path)) found.push(`${folder.replace(/[/\\]+$/, "")}/${path}`);
    }
  }
  return found.filter(canBePath);
}

function remoteTexts(remote: InputReader): readonly string[] {
  const { paths, bases, cwds, ends, writes, deletes, moves, strong, weak } = remote;
  return [paths, bases, cwds, ends, writes, deletes, moves, strong, weak].flatMap((set) => [...set]);
}
