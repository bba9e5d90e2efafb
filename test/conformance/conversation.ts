// A client of ours in conversation with an agent: every frame of it is recorded, and judged at the end.
import { connectToAgent, PROTOCOL_VERSION, type AgentConnection, type ConnectionProblem } from "@parley/acp";
import type { ClientCapabilities, ContentBlock, Known, PromptResponse, SessionNotification } from "@parley/acp";
import type { Transport } from "@parley/rpc";
import {
  createFakeClient,
  createInbox,
  EVERY_CAPABILITY,
  judgeFrames,
  openAgentLink,
  puppetAgent,
  recordFrames,
  scriptedAgent,
  type FakeClient,
  type FakeClientOptions,
  type Frame,
  type Inbox,
  type LinkKind,
  type PuppetOptions,
  type RecordedFrame,
  type ScriptedProgramOptions,
} from "@parley/test-support";
import { expect } from "vitest";

export const CWD = "/workspace";

export interface Conversation extends AsyncDisposable {
  readonly agent: AgentConnection;
  readonly client: FakeClient;
  readonly updates: Inbox<SessionNotification>;
  readonly problems: readonly ConnectionProblem[];
  readonly frames: Inbox<RecordedFrame>;
  initialize(capabilities?: ClientCapabilities): Promise<void>;
  newSession(): Promise<string>;
  /** A text is a script for the scripted agent. */
  prompt(sessionId: string, content: string | Known<ContentBlock>[]): Promise<PromptResponse>;
  /** Everything that one side sent, as it was on the wire; of one method if it is named. */
  sentBy(side: "client" | "agent", method?: string): Frame[];
}

interface OverOptions extends FakeClientOptions {
  /** Who must not be wrong: both, unless one of them is on purpose. */
  readonly judged?: "both" | "client" | "agent";
}

export interface ConversationOptions extends OverOptions {
  readonly capabilities?: ClientCapabilities;
  readonly agent?: ScriptedProgramOptions;
}

/** Our client with an agent that does what the prompts say, right or wrong: only the client is judged. */
export async function conversePuppet(
  kind: LinkKind,
  options: ConversationOptions & { readonly puppet?: PuppetOptions } = {},
): Promise<Conversation> {
  const link = await openAgentLink(kind, puppetAgent, options.puppet ?? {});
  const conversation = converseOver(link.transport, link, { ...options, judged: "client" });
  await conversation.initialize(options.capabilities);
  return conversation;
}

/** With our scripted agent, initialized. */
export async function converse(kind: LinkKind, options: ConversationOptions = {}): Promise<Conversation> {
  const link = await openAgentLink(kind, scriptedAgent, options.agent ?? {});
  const conversation = converseOver(link.transport, link, options);
  await conversation.initialize(options.capabilities);
  return conversation;
}

/** With the other end of the transport; nothing has been sent yet. */
export function converseOver(transport: Transport, owner: AsyncDisposable, options: OverOptions = {}): Conversation {
  const { transport: recorded, frames } = recordFrames(transport, "client");
  const client = createFakeClient(options);
  const updates = createInbox<SessionNotification>();
  const problems: ConnectionProblem[] = [];
  const handlers = { ...client.handlers, "session/update": (params: SessionNotification) => updates.push(params) };
  const agent = connectToAgent(recorded, () => handlers, { onProblem: (problem) => problems.push(problem) });
  return {
    agent,
    client,
    updates,
    problems,
    frames,
    async initialize(clientCapabilities = EVERY_CAPABILITY) {
      const clientInfo = { name: "conformance", version: "1.0.0" };
      await agent.request("initialize", { protocolVersion: PROTOCOL_VERSION, clientCapabilities, clientInfo });
    },
    newSession: async () => (await agent.request("session/new", { cwd: CWD, mcpServers: [] })).sessionId,
    prompt: (sessionId, content) => {
      const prompt = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
      return agent.request("session/prompt", { sessionId, prompt });
    },
    sentBy: (side, method) =>
      frames.items
        .filter(({ from }) => from === side)
        .map(({ frame }) => frame as Frame)
        .filter((frame) => method === undefined || frame["method"] === method),
    async [Symbol.asyncDispose]() {
      await agent.close();
      await owner[Symbol.asyncDispose]();
      const { judged = "both" } = options;
      const faults = judgeFrames(frames.items);
      expect(faults.filter((fault) => judged === "both" || fault.includes(` ${judged}: `))).toEqual([]);
      if (judged === "both") expect(problems).toEqual([]);
    },
  };
}
