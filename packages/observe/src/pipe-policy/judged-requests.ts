// The agent's requests that the proxy checks: one row each, with the facts for policy.
import type { Facts } from "@parley/machine";
import { isObject } from "@parley/base";
import { aboutToolCall, readQuestion, type Params, type Subject } from "./judged-tool-call.ts";

export type { Params } from "./judged-tool-call.ts";

export interface JudgedRequest {
  /** Its name in the feed. */
  readonly action: "read" | "write";
  /** Its path or command, for the user. */
  readonly about: (params: Params) => string;
  /** Everything that is judged. Undefined if a required field is missing. */
  readonly read: (params: Params, facts: Facts) => Promise<readonly Subject[] | undefined>;
}

export const JUDGED_REQUESTS: ReadonlyMap<string, JudgedRequest> = new Map<string, JudgedRequest>([
  ["fs/read_text_file", { action: "read", about: aboutPath, read: (params, facts) => readPath("read", params, facts) }],
  [
    "fs/write_text_file",
    { action: "write", about: aboutPath, read: (params, facts) => readPath("write", params, facts) },
  ],
  ["terminal/create", { action: "write", about: aboutCommand, read: readTerminal }],
  ["session/request_permission", { action: "write", about: aboutToolCall, read: readQuestion }],
]);

async function readPath(
  kind: "read" | "write",
  { path }: Params,
  facts: Facts,
): Promise<readonly Subject[] | undefined> {
  if (typeof path !== "string") return undefined;
  const found = await facts.pathFacts(path, { means: "target" });
  return [{ request: { kind, path }, facts: found }];
}

async function readTerminal(params: Params, facts: Facts): Promise<readonly Subject[] | undefined> {
  const { command, args, cwd } = params;
  if (typeof command !== "string" || !(isTexts(args) || isAbsent(args))) return undefined;
  const input = { command, args: isTexts(args) ? args : [] };
  const folder = typeof cwd === "string" ? cwd : facts.ground.workspace;
  const found = await facts.commandFacts(input, { cwd: folder, environment: readVariables(params["env"]) });
  return [{ request: { kind: "execute", command: aboutCommand(params) }, facts: found }];
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

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
