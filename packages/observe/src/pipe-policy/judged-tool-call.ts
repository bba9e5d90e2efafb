// A question about a tool call, in the form for policy: everything that the call names.
import { methods } from "@parley/acp";
import { readToolCall, toJudgedPaths, type CommandReading, type ToolCallReading } from "@parley/acp/tool-input";
import type { Facts } from "@parley/machine";
import type { PolicyFacts, PolicyRequest, RequestKind } from "@parley/policy";
import { isObject } from "@parley/base";
import { TOOL_CALL_SUBJECTS_MAX } from "../limits.ts";

export type Params = Readonly<Record<string, unknown>>;

export interface Subject<K extends RequestKind = RequestKind> {
  readonly request: PolicyRequest<K>;
  readonly facts: PolicyFacts<K>;
}

/** Everything it names is judged before the user is asked. */
export async function readQuestion(params: Params, facts: Facts): Promise<readonly Subject[] | undefined> {
  const { toolCall } = params;
  if (!isObject(toolCall)) return undefined;
  const decoded = methods["session/request_permission"].params(structuredClone(params));
  const subjects = await readCall(toolCall, facts);
  // Clients that accept other systems' field names see more in it.
  return decoded.ok ? [...subjects, ...(await readCall({ ...decoded.value.toolCall }, facts))] : subjects;
}

async function readCall(toolCall: Params, facts: Facts): Promise<readonly Subject[]> {
  const reading = readToolCall(toolCall);
  const judged = toJudgedPaths(reading);
  const { kind, mcp } = reading;
  const name = reading.name ?? kind;
  const [first] = kind === "fetch" ? reading.urls : [];
  const found = await facts.toolFacts({
    name,
    kind,
    server: mcp?.server,
    paths: judged.paths.slice(0, TOOL_CALL_SUBJECTS_MAX),
    mentions: judged.mentions,
    url: first,
  });
  const subjects: Subject[] = [toMain(reading, name, toolCall["title"], found)];
  for (const command of commandsOf(reading)) subjects.push(await toCommand(command, reading, facts));
  for (const url of reading.urls.slice(0, TOOL_CALL_SUBJECTS_MAX)) {
    subjects.push({ request: { kind: "fetch", url }, facts: facts.fetchFacts(url) });
  }
  for (const path of judged.writes.slice(0, TOOL_CALL_SUBJECTS_MAX)) {
    subjects.push({ request: { kind: "write", path }, facts: await facts.pathFacts(path, { means: "target" }) });
  }
  for (const path of judged.deletes.slice(0, TOOL_CALL_SUBJECTS_MAX)) {
    subjects.push({ request: { kind: "delete", path }, facts: await facts.pathFacts(path, { means: "entry" }) });
  }
  return subjects;
}

/** A short description for the user. */
export function aboutToolCall({ toolCall }: Params): string {
  if (!isObject(toolCall)) return "a tool call";
  const reading = readToolCall(toolCall);
  const [path] = [...reading.locations.map((location) => location.path), ...reading.writes, ...reading.paths];
  return path ?? (typeof toolCall["title"] === "string" ? toolCall["title"] : "a tool call");
}

function toMain({ mcp }: ToolCallReading, name: string, title: unknown, facts: PolicyFacts<"tool">): Subject {
  if (mcp !== undefined) return { request: { kind: "mcp", server: mcp.server, name }, facts };
  return { request: { kind: "tool", name, title: typeof title === "string" ? title : undefined }, facts };
}

/** Also the title, if nothing else shows what would run: a rule that denies it applies. */
function commandsOf({ commands, remoteCommands, guess }: ToolCallReading): readonly CommandReading[] {
  const all = [...commands, ...remoteCommands, ...(guess === undefined ? [] : [guess])];
  return all.slice(0, TOOL_CALL_SUBJECTS_MAX);
}

async function toCommand(command: CommandReading, { cwd, env }: ToolCallReading, facts: Facts): Promise<Subject> {
  const found = await facts.commandFacts(command, { cwd: cwd ?? facts.ground.workspace, environment: env });
  const line = typeof command === "string" ? command : [command.command, ...command.args].join(" ");
  return { request: { kind: "execute", command: line }, facts: found };
}
