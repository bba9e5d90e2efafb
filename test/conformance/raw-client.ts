// A client that says whatever a test wants, against our scripted agent; what the agent says is judged at the end.
import {
  createRawPeer,
  EVERY_CAPABILITY,
  judgeFrames,
  openAgentLink,
  recordFrames,
  scriptedAgent,
  type ChildProgram,
  type Frame,
  type Inbox,
  type LinkKind,
  type RawPeer,
  type RecordedFrame,
  type ScriptedProgramOptions,
} from "@parley/test-support";
import { expect } from "vitest";
import { CWD } from "./conversation.ts";

export interface RawClient extends RawPeer, AsyncDisposable {
  readonly frames: Inbox<RecordedFrame>;
  readonly child: ChildProgram | undefined;
  initialize(capabilities?: object): Promise<Frame>;
  newSession(params?: object): Promise<string>;
}

export async function rawClient(kind: LinkKind, options: ScriptedProgramOptions = {}): Promise<RawClient> {
  const link = await openAgentLink(kind, scriptedAgent, options);
  const { transport, frames } = recordFrames(link.transport, "client");
  const peer = createRawPeer(transport);
  return {
    ...peer,
    frames,
    child: link.child,
    initialize: (clientCapabilities = EVERY_CAPABILITY) =>
      peer.ask("init", "initialize", { protocolVersion: 1, clientCapabilities }),
    async newSession(params = {}) {
      const { result } = await peer.ask(`new-${frames.items.length}`, "session/new", {
        cwd: CWD,
        mcpServers: [],
        ...params,
      });
      return (result as { sessionId: string }).sessionId;
    },
    async [Symbol.asyncDispose]() {
      await link[Symbol.asyncDispose]();
      expect(judgeFrames(frames.items).filter((fault) => fault.includes(" agent: "))).toEqual([]);
      expect(peer.malformed).toEqual([]);
    },
  };
}

/** The code of the error in an answer. */
export function codeOf({ error }: Frame): unknown {
  return (error as { code?: unknown } | undefined)?.code;
}
