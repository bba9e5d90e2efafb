// A client of ours in conversation with the lying agent, and everything that can be known about it.
import { connectToAgent, isUnknown, type AgentConnection, type ConnectionProblem } from "@parley/acp";
import type {
  CreateTerminalRequest,
  NewSessionResponse,
  RequestPermissionRequest,
  SessionNotification,
  SessionUpdate,
} from "@parley/acp";
import { isObject } from "@parley/base";
import {
  createInbox,
  lyingAgent,
  openAgentLink,
  recordFrames,
  type AgentLink,
  type Frame,
  type Inbox,
  type LieName,
  type LinkKind,
  type RecordedFrame,
} from "@parley/test-support";

export const CWD = "/workspace";

/** Short, because a test waits for them. */
const LIMITS = { cancelGraceMs: 200, closeGraceMs: 200 };

export interface Talk extends AsyncDisposable {
  readonly link: AgentLink;
  readonly agent: AgentConnection;
  /** Every update in the order of delivery. */
  readonly updates: Inbox<SessionNotification>;
  /** The params of every permission and terminal request that reached a handler. */
  readonly asked: Inbox<RequestPermissionRequest | CreateTerminalRequest>;
  readonly problems: ConnectionProblem[];
  readonly frames: Inbox<RecordedFrame>;
  /** `initialize` and `session/new`. */
  open(): Promise<NewSessionResponse>;
  prompt(text: string, signal?: AbortSignal): Promise<{ readonly stopReason: string }>;
  /** What the client sent besides its own calls: its answers. */
  answers(): Frame[];
  /** Texts by their text, other updates by their kind. */
  summary(): string[];
}

export async function talkTo(lie: LieName, kind: LinkKind): Promise<Talk> {
  const link = await openAgentLink(kind, lyingAgent, { lie }, LIMITS);
  const { transport, frames } = recordFrames(link.transport, "client");
  const updates = createInbox<SessionNotification>();
  const asked: Talk["asked"] = createInbox();
  const problems: ConnectionProblem[] = [];
  const agent = connectToAgent(
    transport,
    () => ({
      "session/update": (notification) => updates.push(notification),
      "session/request_permission": async (params) => {
        asked.push(params);
        // Held back, so that it is open when the second one comes.
        if (params.toolCall.title === "first") await asked.find("the second question", (other) => other !== params);
        // The last one, by its id: a client that goes by kind or name would choose another.
        const option = params.options.at(-1);
        return { outcome: option ? { outcome: "selected", optionId: option.optionId } : { outcome: "cancelled" } };
      },
      "terminal/create": (params) => {
        asked.push(params);
        return { terminalId: "terminal-1" };
      },
    }),
    { limits: LIMITS, onProblem: (problem) => problems.push(problem) },
  );
  let sessionId = "";
  return {
    link,
    agent,
    updates,
    asked,
    problems,
    frames,
    async open() {
      await agent.request("initialize", { protocolVersion: 1, clientCapabilities: { terminal: true } });
      const session = await agent.request("session/new", { cwd: CWD, mcpServers: [] });
      ({ sessionId } = session);
      return session;
    },
    prompt: (text, signal) =>
      agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] }, { signal }),
    answers: () =>
      frames.items
        .filter(({ from }) => from === "client")
        .map(({ frame }) => frame as Frame)
        .filter((frame) => frame["method"] === undefined),
    summary: () => updates.items.map(({ update }) => summarize(update)),
    [Symbol.asyncDispose]: () => link[Symbol.asyncDispose](),
  };
}

function summarize(update: SessionUpdate): string {
  if (isUnknown(update)) return isObject(update.raw) ? `unknown ${String(update.raw["sessionUpdate"])}` : "unknown";
  if (update.sessionUpdate !== "agent_message_chunk") return update.sessionUpdate;
  return update.content.type === "text" ? update.content.text : `${update.sessionUpdate} of another content`;
}
