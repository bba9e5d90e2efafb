// Our agent with a client in memory and the stub model behind it: prompts carry the script that the model plays.
import type { SessionUpdate } from "@parley/acp";
import {
  startStubModel,
  stubScript,
  type Conversation,
  type StubModel,
  type StubRequest,
} from "@parley/test-support/stub-model";
import type { ChosenSettings } from "../sessions/settings.ts";
import { variablesFor, type WireProvider } from "../models/testing/wires.ts";
import type { Block } from "../sessions/wire.ts";
import { openAgent, type OpenAgentOptions, type OpenedAgent } from "./open-agent.ts";

export interface OpenStubbedOptions extends Omit<OpenAgentOptions, "options"> {
  readonly wire?: WireProvider;
  /** Without the provider. */
  readonly model?: string;
  readonly settings?: ChosenSettings;
  readonly env?: Readonly<Record<string, string>>;
}

export interface StubbedAgent extends OpenedAgent {
  readonly stub: StubModel;
  /** A prompt whose script the model plays. */
  play(sessionId: string, ...lines: readonly string[]): ReturnType<OpenedAgent["prompt"]>;
  send(sessionId: string, ...prompt: readonly Block[]): Promise<{ readonly stopReason: string }>;
  /** What was asked of the model in turns, in order. */
  asked(): readonly (StubRequest & { readonly conversation: Conversation })[];
  last(): Conversation;
}

/** Nobody answers there; so no test depends on what runs on this machine. */
const NOWHERE = { OLLAMA_HOST: "http://127.0.0.1:9" };

export async function openStubbed(given: OpenStubbedOptions = {}): Promise<StubbedAgent> {
  const { wire = "openai-compatible", model = "stub-model", settings = {}, env = {}, ...more } = given;
  const stub = await startStubModel();
  const opened = await openAgent({
    ...more,
    options: {
      env: { ...NOWHERE, ...variablesFor(wire, stub.url), ...env },
      defaults: { modelId: `${wire}/${model}`, ...settings },
    },
  });
  const asked = () => stub.requests.filter(hasConversation).filter(({ isSide }) => !isSide);
  return {
    ...opened,
    stub,
    play: (sessionId, ...lines) => opened.prompt(sessionId, stubScript(...lines)),
    send: (sessionId, ...prompt) => opened.agent.request("session/prompt", { sessionId, prompt: [...prompt] }),
    asked,
    last() {
      const conversation = asked().at(-1)?.conversation;
      if (conversation === undefined) throw new Error("The model was asked nothing");
      return conversation;
    },
    async [Symbol.asyncDispose]() {
      try {
        await opened[Symbol.asyncDispose]();
      } finally {
        await stub.close();
      }
    },
  };
}

function hasConversation(request: StubRequest): request is StubRequest & { readonly conversation: Conversation } {
  return request.conversation !== undefined;
}

/** What became of each tool call, by what was last said of it. */
export function callsOf(updates: readonly SessionUpdate[]): readonly ShownCall[] {
  const calls = new Map<string, ShownCall>();
  for (const update of updates) {
    if (update.sessionUpdate !== "tool_call" && update.sessionUpdate !== "tool_call_update") continue;
    const before = calls.get(update.toolCallId) ?? { id: update.toolCallId, name: "", title: "", status: "", text: "" };
    calls.set(update.toolCallId, {
      id: before.id,
      name: ("name" in update ? update.name : undefined) ?? before.name,
      title: update.title ?? before.title,
      status: update.status ?? before.status,
      text: before.text + JSON.stringify([update.content, update.rawOutput]),
    });
  }
  return [...calls.values()];
}

export interface ShownCall {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly status: string;
  /** Everything that was shown of it. */
  readonly text: string;
}
