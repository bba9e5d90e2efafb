// Our agent with a client in memory, a home and a workspace of its own. Everything it sends is held to the schema.
import {
  connectToAgent,
  type AgentConnection,
  type ClientCapabilities,
  type ClientHandlers,
  type SessionUpdate,
} from "@parley/acp";
import { createMemoryPair } from "@parley/rpc";
import {
  createFakeClient,
  createTempFolder,
  judgeFrames,
  recordFrames,
  type FakeClient,
  type TempFolder,
} from "@parley/test-support";
import { mkdir } from "node:fs/promises";
import { createCodingAgent } from "../acp/create-coding-agent.ts";
import type { CodingAgentOptions } from "../session-runtime/options.ts";

/** In the unstable schema, and what clients show: the usage of a turn. */
const UNSTABLE = /session\/prompt: \/usage is not in the schema/;

export interface OpenAgentOptions {
  readonly capabilities?: ClientCapabilities;
  readonly client?: FakeClient;
  readonly handlers?: ClientHandlers;
  readonly options?: Partial<CodingAgentOptions>;
  /** To go on in the folder of another one. */
  readonly folder?: TempFolder;
}

export interface OpenedAgent extends AsyncDisposable {
  readonly agent: AgentConnection;
  readonly client: FakeClient;
  readonly folder: TempFolder;
  readonly cwd: string;
  readonly parleyHome: string;
  readonly updates: SessionUpdate[];
  newSession(): Promise<string>;
  /** The stop reason, and the updates of that turn. */
  prompt(
    sessionId: string,
    text: string,
  ): Promise<{ readonly stopReason: string; readonly updates: readonly SessionUpdate[] }>;
  /** Without the folder. Rejects if the agent sent anything that the schema forbids. */
  close(): Promise<void>;
}

export async function openAgent(given: OpenAgentOptions = {}): Promise<OpenedAgent> {
  const folder = given.folder ?? (await createTempFolder());
  const cwd = folder.file("work");
  const parleyHome = folder.file("home");
  await mkdir(cwd, { recursive: true });
  const [agentEnd, clientEnd] = createMemoryPair();
  const recorded = recordFrames(agentEnd, "agent");
  const running = createCodingAgent(recorded.transport, { parleyHome, env: {}, ...given.options });
  const client = given.client ?? createFakeClient();
  const updates: SessionUpdate[] = [];
  const agent = connectToAgent(clientEnd, () => ({
    ...client.handlers,
    "session/update": ({ update }) => void updates.push(update),
    ...given.handlers,
  }));
  await agent.request("initialize", { protocolVersion: 1, clientCapabilities: given.capabilities ?? {} });
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    await agent.close();
    await running.closed;
    const faults = judgeFrames(recorded.frames.items).filter(
      (fault) => !UNSTABLE.test(fault) && fault.includes(" agent: "),
    );
    if (faults.length > 0) throw new Error(faults.join("\n"));
  };
  return {
    agent,
    client,
    folder,
    cwd,
    parleyHome,
    updates,
    async newSession() {
      const { sessionId } = await agent.request("session/new", { cwd, mcpServers: [] });
      return sessionId;
    },
    async prompt(sessionId, text) {
      const start = updates.length;
      const { stopReason } = await agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
      return { stopReason, updates: updates.slice(start) };
    },
    close,
    async [Symbol.asyncDispose]() {
      await close();
      if (given.folder === undefined) await folder[Symbol.asyncDispose]();
    },
  };
}

/** What was said, put together. */
export function textOf(
  updates: readonly SessionUpdate[],
  kind: "agent_message_chunk" | "agent_thought_chunk" | "user_message_chunk" = "agent_message_chunk",
): string {
  return updates
    .flatMap((update) => (update.sessionUpdate === kind && update.content.type === "text" ? [update.content.text] : []))
    .join("");
}
