// The requests of an agent that are judged at the pipe: one row each, with what policy has to know of it.
import type { CommandInput, Facts } from "@parley/machine";
import { TOOL_KINDS, type PolicyFacts, type PolicyRequest, type RequestKind, type ToolKind } from "@parley/policy";
import { isObject } from "@parley/rpc";

export type Params = Readonly<Record<string, unknown>>;

interface Subject<K extends RequestKind = RequestKind> {
  readonly request: PolicyRequest<K>;
  readonly facts: PolicyFacts<K>;
}

export interface JudgedRequest {
  /** What the feed calls it. */
  readonly action: "read" | "write";
  /** The path or the command it is about, for a person. */
  readonly about: (params: Params) => string;
  /** Undefined if a field is missing that it cannot be judged without. */
  readonly read: (params: Params, facts: Facts) => Promise<Subject | undefined>;
}

export const JUDGED_REQUESTS: ReadonlyMap<string, JudgedRequest> = new Map<string, JudgedRequest>([
  ["fs/read_text_file", { action: "read", about: aboutPath, read: (params, facts) => readPath("read", params, facts) }],
  [
    "fs/write_text_file",
    { action: "write", about: aboutPath, read: (params, facts) => readPath("write", params, facts) },
  ],
  ["terminal/create", { action: "write", about: aboutCommand, read: readTerminal }],
  ["session/request_permission", { action: "write", about: aboutToolCall, read: readToolCall }],
]);

async function readPath(kind: "read" | "write", { path }: Params, facts: Facts): Promise<Subject | undefined> {
  if (typeof path !== "string") return undefined;
  const found = await facts.pathFacts(path, { means: "target" });
  return { request: { kind, path }, facts: found };
}

async function readTerminal(params: Params, facts: Facts): Promise<Subject | undefined> {
  const { command, args, cwd } = params;
  if (typeof command !== "string" || !(isTexts(args) || isAbsent(args))) return undefined;
  const input = { command, args: isTexts(args) ? args : [] };
  const folder = typeof cwd === "string" ? cwd : facts.ground.workspace;
  const found = await facts.commandFacts(input, { cwd: folder, environment: readVariables(params["env"]) });
  return { request: { kind: "execute", command: aboutCommand(params) }, facts: found };
}

/** A question about a tool call: what it names is judged, before a person is asked. */
async function readToolCall({ toolCall }: Params, facts: Facts): Promise<Subject | undefined> {
  if (!isObject(toolCall)) return undefined;
  const { rawInput, title } = toolCall;
  const kind: ToolKind = TOOL_KINDS.find((one) => one === toolCall["kind"]) ?? "other";
  const name = typeof toolCall["name"] === "string" ? toolCall["name"] : kind;
  const command = kind === "execute" ? findCommand(rawInput) : undefined;
  const found = await facts.toolFacts({
    name,
    kind,
    paths: [...new Set([...listPaths(toolCall), ...findPaths(rawInput)])],
    command: command === undefined ? undefined : { input: command, options: { cwd: facts.ground.workspace } },
  });
  return { request: { kind: "tool", name, title: typeof title === "string" ? title : undefined }, facts: found };
}

function listPaths({ locations, content }: Params): readonly string[] {
  const listed = [...listOf(locations), ...listOf(content)].map((item) => (isObject(item) ? item["path"] : undefined));
  return listed.filter((path) => typeof path === "string");
}

/** The names that most agents have for the file a tool is about. */
const PATH_KEYS = ["path", "file_path", "filePath", "abs_path", "absolute_path", "target_file"];

function findPaths(rawInput: unknown): readonly string[] {
  if (!isObject(rawInput)) return [];
  return PATH_KEYS.map((key) => rawInput[key]).filter((path) => typeof path === "string" && path !== "") as string[];
}

function findCommand(rawInput: unknown): CommandInput | undefined {
  if (!isObject(rawInput)) return undefined;
  const { command, cmd, args } = rawInput;
  const given = command ?? cmd;
  if (typeof given === "string") return isTexts(args) && args.length > 0 ? { command: given, args } : given;
  if (!isTexts(given)) return undefined;
  const [program, ...words] = given;
  return program === undefined ? undefined : { command: program, args: words };
}

/** A list of names and values, or an object. */
function readVariables(env: unknown): Record<string, string> {
  const pairs = isObject(env)
    ? Object.entries(env)
    : listOf(env).map((item) => (isObject(item) ? [item["name"], item["value"]] : []));
  const texts = pairs.filter((pair): pair is [string, string] => isTexts(pair) && pair.length === 2);
  return Object.fromEntries(texts);
}

function aboutPath({ path }: Params): string {
  return String(path);
}

function aboutCommand({ command, args }: Params): string {
  return [String(command), ...(isTexts(args) ? args : [])].join(" ");
}

function aboutToolCall({ toolCall }: Params): string {
  if (!isObject(toolCall)) return "a tool call";
  const [path] = [...listPaths(toolCall), ...findPaths(toolCall["rawInput"])];
  return path ?? (typeof toolCall["title"] === "string" ? toolCall["title"] : "a tool call");
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
