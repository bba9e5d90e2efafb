// A client for tests: files in memory, simulated commands, questions answered by the test.
import {
  connectToAgent,
  type AgentConnection,
  type ClientCapabilities,
  type ClientHandlers,
  type SessionUpdate,
} from "@parley/acp";
import { createMemoryPair, RpcError, type RpcLimits } from "@parley/rpc";
import { createScriptedAgent, type ScriptedAgent, type ScriptedAgentOptions } from "../src/index.ts";
import { PretendTerminals } from "./pretend-terminals.ts";
import { watchWire, type WireWatch } from "./wire-watch.ts";

export const EVERYTHING: ClientCapabilities = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: true,
  session: { notices: {}, compaction: {}, configOptions: { boolean: {} } },
  elicitation: { form: {}, url: {} },
};

export const CWD = "/project";

export interface PretendClientOptions {
  readonly capabilities?: ClientCapabilities;
  readonly agent?: ScriptedAgentOptions;
  /** Override the handlers below. */
  readonly handlers?: ClientHandlers;
  readonly wire?: Partial<RpcLimits>;
}

export interface PretendClient {
  readonly agent: AgentConnection;
  readonly scripted: ScriptedAgent;
  readonly watch: WireWatch;
  readonly files: Map<string, string>;
  readonly terminals: PretendTerminals;
  /** Methods that the agent called, in order. */
  readonly calls: string[];
  readonly updates: SessionUpdate[];
  /** The next answers to permission requests, by option id; after them `allow_once`. */
  readonly permissions: string[];
  newSession(): Promise<string>;
  /** A session whose commands have been announced, so that the next update is the turn's. */
  settledSession(): Promise<string>;
  /** Plays a script; the stop reason and the updates of that turn. */
  prompt(sessionId: string, text: string): Promise<{ stopReason: string; updates: SessionUpdate[] }>;
  /** Rejects if the agent sent anything that the schema forbids. */
  close(): Promise<void>;
}

export async function connectPretendClient(options: PretendClientOptions = {}): Promise<PretendClient> {
  const [agentEnd, clientEnd] = createMemoryPair(options.wire);
  const watch = watchWire(agentEnd);
  const scripted = createScriptedAgent(watch.transport, options.agent);
  const files = new Map<string, string>();
  const terminals = new PretendTerminals();
  const calls: string[] = [];
  const updates: SessionUpdate[] = [];
  const permissions: string[] = [];
  /** Called at the next update. */
  const waiting: (() => void)[] = [];
  const handlers = createHandlers({ files, terminals, permissions }, (update) => {
    updates.push(update);
    for (const resolve of waiting.splice(0)) resolve();
  });
  const agent = connectToAgent(clientEnd, () => recordCalls({ ...handlers, ...options.handlers }, calls));
  const clientCapabilities = options.capabilities ?? EVERYTHING;
  await agent.request("initialize", {
    protocolVersion: 1,
    clientCapabilities: structuredClone(clientCapabilities),
  });
  const newSession = async (): Promise<string> => {
    const { sessionId } = await agent.request("session/new", { cwd: CWD, mcpServers: [] });
    return sessionId;
  };
  const settledSession = async (): Promise<string> => {
    const announced = new Promise<void>((resolve) => waiting.push(resolve));
    const sessionId = await newSession();
    await announced;
    return sessionId;
  };
  const prompt = async (sessionId: string, text: string) => {
    const start = updates.length;
    const { stopReason } = await agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
    return { stopReason, updates: updates.slice(start) };
  };
  const close = async (): Promise<void> => {
    await agent.close();
    await scripted.closed;
    if (watch.faults.length > 0) throw new Error(watch.faults.join("\n"));
  };
  return {
    agent,
    scripted,
    watch,
    files,
    terminals,
    calls,
    updates,
    permissions,
    newSession,
    settledSession,
    prompt,
    close,
  };
}

type Parts = Pick<PretendClient, "files" | "terminals" | "permissions">;

function createHandlers(
  { files, terminals, permissions }: Parts,
  onUpdate: (update: SessionUpdate) => void,
): ClientHandlers {
  return {
    "session/update": ({ update }) => onUpdate(update),
    "session/request_permission": () => ({
      outcome: { outcome: "selected", optionId: permissions.shift() ?? "allow_once" },
    }),
    "elicitation/create": ({ mode }) =>
      mode === "form" ? { action: "accept", content: { answer: "Ada" } } : { action: "accept" },
    "elicitation/complete": () => undefined,
    "fs/read_text_file": ({ path, line, limit }) => {
      const content = files.get(path);
      if (content === undefined) throw new RpcError(-32002, `No such file: ${path}`);
      if (typeof line !== "number") return { content };
      const first = line - 1;
      const lines = content.split("\n").slice(first, typeof limit === "number" ? first + limit : undefined);
      return { content: lines.join("\n") };
    },
    "fs/write_text_file": ({ path, content }) => void files.set(path, content),
    "terminal/create": ({ command, args = [] }) => ({ terminalId: terminals.create(command, args) }),
    "terminal/output": ({ terminalId }) => terminals.output(terminalId),
    "terminal/wait_for_exit": ({ terminalId }) => terminals.exit(terminalId),
    "terminal/kill": ({ terminalId }) => terminals.kill(terminalId),
    "terminal/release": ({ terminalId }) => terminals.release(terminalId),
    "_parley/ping": () => ({ pong: true }),
  };
}

function recordCalls(handlers: ClientHandlers, calls: string[]): ClientHandlers {
  const recorded = Object.entries(handlers as Record<string, (...args: unknown[]) => unknown>).map(
    ([method, handler]) => {
      const call = (...args: unknown[]): unknown => {
        if (method !== "session/update") calls.push(method);
        return handler(...args);
      };
      return [method, call] as const;
    },
  );
  return Object.fromEntries(recorded);
}
