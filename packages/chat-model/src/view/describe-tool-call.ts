// What a tool call does, in one line: from the agent's title if that says it, otherwise from what the tool was called with.
import { isObject, t } from "@parley/base";
import type { ToolKind } from "@parley/acp";
import type { ToolCallItem } from "@parley/acp/transcript";
import { readToolCall, toInnerLine, type ToolCallReading } from "@parley/acp/tool-input";
import { INPUT_TITLE_CHARS_MAX } from "../limits.ts";
import { fromFolder } from "../text/paths.ts";

export interface DescribedToolCall {
  /** As the agent or its input has it, so a surface has to neutralise it. */
  readonly title: string;
  readonly kind: ToolKind | null;
  /** What the title leaves out: the file, or the agent's own title. */
  readonly about: string | undefined;
}

const described = new WeakMap<ToolCallItem, DescribedToolCall>();

/** Computed once per state of the call, however often it is shown. */
export function describeToolCall(item: ToolCallItem, cwd: string | undefined): DescribedToolCall {
  const known = described.get(item) ?? describe(item, cwd);
  described.set(item, known);
  return known;
}

function describe(item: ToolCallItem, cwd: string | undefined): DescribedToolCall {
  const reading = readToolCall({ ...item, _meta: item.meta });
  const kind = item.kind ?? (isRunning(reading) ? "execute" : reading.kind === "other" ? null : reading.kind);
  const title = (item.title ?? item.name ?? "").replace(/^`([^`]+)`$/s, "$1").trim();
  // A command is shown as it is.
  const given = kind === "execute" ? title : toReadable(title, cwd);
  const isTelling = given !== "" && !isGeneric(given, item);
  const made = describeInput(item, reading, cwd);
  if (made === undefined || (isTelling && says(given, made.names))) {
    return { title: given === "" ? item.toolCallId : given, kind, about: undefined };
  }
  // A title that says why stays in front of the file that it is about.
  if (isTelling && made.place !== undefined) return { title: given, kind, about: made.place };
  const isKept = isTelling && !isCut(given) && !given.includes(made.title);
  return { title: made.title, kind, about: isKept ? given : undefined };
}

/** Without the marks of code around a name, and with paths as seen from the folder. */
function toReadable(title: string, cwd: string | undefined): string {
  const plain = title.replaceAll(/`([^`\n]+)`/g, "$1");
  return cwd === undefined ? plain : plain.replaceAll(`${cwd}/`, "");
}

function isRunning({ mcp, commands }: ToolCallReading): boolean {
  return mcp === undefined && commands.length > 0;
}

interface Made {
  readonly title: string;
  /** A title that contains one of these says what is done. */
  readonly names: readonly string[];
  /** The file that it is about, if that is all the input adds. */
  readonly place?: string | undefined;
}

function describeInput(item: ToolCallItem, reading: ToolCallReading, cwd: string | undefined): Made | undefined {
  const { mcp, commands, urls, kind } = reading;
  const [command] = commands;
  if (mcp !== undefined) return undefined;
  if (command !== undefined) {
    const title = toInnerLine(command).trim();
    // A title beside the command is kept only if it is the command itself.
    return title === "" ? undefined : { title, names: item.kind === "execute" ? [title] : [] };
  }
  const pattern = kind === "search" ? patternOf(item.rawInput) : undefined;
  const [path] = pathsOf(reading);
  const shown = path === undefined ? undefined : fromFolder(path, cwd);
  if (pattern !== undefined) {
    const where = shown === undefined || shown === cwd ? undefined : shown;
    const title = where === undefined ? t("Search {0}", pattern) : t("Search {0} in {1}", pattern, where);
    return { title, names: [pattern] };
  }
  const [url] = urls;
  if (url !== undefined) return { title: t("Fetch {0}", url), names: [url, url.replace(/^https?:\/\//, "")] };
  if (path !== undefined && shown !== undefined && isAboutFile(kind)) {
    const names = [path, shown, shown.split(/[/\\]/).at(-1) ?? shown];
    return { title: titleOf(reading, shown), names, place: shown };
  }
  const input = toShortInput(item.rawInput);
  const name = item.name ?? item.title;
  return input === undefined || name === null ? undefined : { title: `${name} ${input}`, names: [] };
}

const ABOUT_FILES: ReadonlySet<ToolKind> = new Set(["read", "edit", "delete", "move", "search"]);

function isAboutFile(kind: ToolKind): boolean {
  return ABOUT_FILES.has(kind);
}

/** An edit that replaces nothing writes the file. */
function titleOf({ kind, edits }: ToolCallReading, path: string): string {
  const isWhole = edits.length > 0 && edits.every(({ old }) => old === undefined);
  if (kind === "read") return t("Read {0}", path);
  if (kind === "delete") return t("Delete {0}", path);
  if (kind === "move") return t("Move {0}", path);
  if (kind === "search") return t("Search {0}", path);
  return isWhole ? t("Write {0}", path) : t("Edit {0}", path);
}

function pathsOf({ writes, deletes, moves, paths, locations }: ToolCallReading): readonly string[] {
  return [...writes, ...deletes, ...moves, ...paths, ...locations.map(({ path }) => path)];
}

function patternOf(input: unknown): string | undefined {
  if (!isObject(input)) return undefined;
  const found = ["pattern", "query", "regex", "glob", "search"].map((name) => input[name]).find(isText);
  return found === undefined ? undefined : found.slice(0, INPUT_TITLE_CHARS_MAX);
}

/** `key: value` pairs, as far as they fit into a line. */
function toShortInput(input: unknown): string | undefined {
  if (!isObject(input)) return isText(input) ? input.slice(0, INPUT_TITLE_CHARS_MAX) : undefined;
  const pairs = Object.entries(input).flatMap(([name, value]) =>
    isText(value) || typeof value === "number" || typeof value === "boolean" ? [`${name}: ${String(value)}`] : [],
  );
  return pairs.length === 0 ? undefined : pairs.join(", ").slice(0, INPUT_TITLE_CHARS_MAX);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function says(title: string, names: readonly string[]): boolean {
  return !isCut(title) && names.some((name) => title.includes(name));
}

/** Agents cut long titles. */
function isCut(title: string): boolean {
  return /(…|\.\.\.)$/.test(title);
}

const GENERIC =
  /^(?:tool(?: call)?|terminal|shell|bash|command|run(?:ning)?(?: a)?(?: command| shell)?|exec(?:ute|uting)?(?: a)?(?: command)?|read(?:ing)?(?: a)?(?: file)?|writ(?:e|ing)(?: a)?(?: file)?|edit(?:ing)?(?: a)?(?: file)?|search(?:ing)?|fetch(?:ing)?|delet(?:e|ing)(?: a)?(?: file)?|mov(?:e|ing)(?: a)?(?: file)?|list(?:ing)?(?: files| directory)?)…?$/i;

/** The name of a tool, or words that fit every call of it. */
function isGeneric(title: string, { name, toolCallId }: ToolCallItem): boolean {
  return title === name || title === toolCallId || GENERIC.test(title) || /^[A-Za-z][\w-]*$/.test(title);
}
