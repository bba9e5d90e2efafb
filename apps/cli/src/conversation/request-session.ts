// Requests that create or resume a session at a hub, and parsing their answers.
import type { Implementation, McpServer, PromptCapabilities } from "@parley/acp";
import { createId, isObject, ParleyError } from "@parley/base";
import type { Remote } from "@parley/remote";
import { SESSION_OPEN_MS } from "../limits.ts";
import type { BroughtLaunch, ConversationSetup, ConversationTarget } from "./conversation.ts";

export interface RequestedSession {
  readonly id: string;
  readonly cwd: string;
  readonly agent: string;
  readonly info: Implementation | undefined;
  readonly promptCapabilities: PromptCapabilities | undefined;
  readonly level: string | undefined;
  /** Number of the last event that is not part of the conversation. */
  readonly clearedSeq: number;
  readonly lastSeq: number;
  readonly problem: string | undefined;
  readonly problemCode: unknown;
  readonly brought: BroughtLaunch;
}

export async function createSession(
  remote: Remote,
  { agent, name, cwd, worktree, ...setup }: Extract<ConversationTarget, { readonly new: unknown }>["new"],
  signsIn?: boolean,
): Promise<RequestedSession> {
  // With a key it is created once, even if the connection is lost.
  const brought = await bring(setup, agent);
  // The command is the agent.
  const named = brought.launch === undefined ? agent : undefined;
  const own = {
    ...brought,
    agent: named,
    title: name,
    worktree,
    signsIn,
    idempotencyKey: createId(),
    ...policyOf(setup),
  };
  return request(remote, "session/new", { cwd, ...toParams(setup), _meta: { parley: own } }, { cwd, brought });
}

export async function resumeSession(
  remote: Remote,
  id: string,
  setup: Omit<ConversationSetup, "cwd" | "name">,
  after?: number,
): Promise<RequestedSession> {
  const session = await remote.request("sessions/get", { id, conversation: false });
  const { working_dir: cwd, cleared_seq: clearedSeq, last_seq: lastSeq } = session;
  const brought = await bring(setup, session.agent);
  const own = { ...brought, after, ...policyOf(setup) };
  const params = { sessionId: id, cwd, ...toParams(setup), _meta: { parley: own } };
  return request(remote, "session/resume", params, { id, cwd, clearedSeq, lastSeq, brought });
}

export async function forkSession(remote: Remote, sessionId: string, cwd: string): Promise<string> {
  const params = { sessionId, cwd, mcpServers: [], _meta: { parley: { idempotencyKey: createId() } } };
  return (await request(remote, "session/fork", params, { cwd })).id;
}

async function bring({ bring: find }: Setup, agent: string | undefined): Promise<BroughtLaunch> {
  return (await find?.(agent)) ?? {};
}

type Setup = Omit<ConversationSetup, "cwd" | "name">;

function toParams({ additionalFolders = [], mcpServers = [] }: Setup): {
  readonly mcpServers: readonly McpServer[];
  readonly additionalDirectories?: readonly string[];
} {
  return { mcpServers, ...(additionalFolders.length > 0 && { additionalDirectories: additionalFolders }) };
}

function policyOf({ sandbox, policy }: Setup): object {
  return { sandbox, ...policy?.() };
}

async function request(
  remote: Remote,
  method: string,
  params: object,
  known: Partial<RequestedSession> & Pick<RequestedSession, "cwd">,
): Promise<RequestedSession> {
  const reply = await remote.call(method, params, { timeoutMs: SESSION_OPEN_MS, isRepeatable: true });
  const { sessionId, _meta: meta } = asFields(reply);
  const { agent, agentInfo, promptCapabilities, level, problem, problemCode, lastSeq, cwd } = asFields(
    asFields(meta)["parley"],
  );
  const id = known.id ?? sessionId;
  if (typeof id !== "string" || typeof agent !== "string") {
    const message = `The server's answer to ${method} has no sessionId or no agent`;
    throw new ParleyError({ code: "invalid_message", message });
  }
  return {
    id,
    // A worktree is a different folder than the requested one.
    cwd: typeof cwd === "string" ? cwd : known.cwd,
    agent,
    // The hub has already decoded this.
    info: agentInfo as Implementation | undefined,
    promptCapabilities: promptCapabilities as PromptCapabilities | undefined,
    level: typeof level === "string" ? level : undefined,
    clearedSeq: known.clearedSeq ?? 0,
    lastSeq: known.lastSeq ?? (typeof lastSeq === "number" ? lastSeq : 0),
    problem: typeof problem === "string" ? problem : undefined,
    problemCode,
    brought: known.brought ?? {},
  };
}

function asFields(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}
