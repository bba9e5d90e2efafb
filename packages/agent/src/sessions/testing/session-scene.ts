// A session of turns with a model that says what a test wants: what was said live, what its log has, what a client was sent.
import type { ClientConnection, SessionEvent, SessionEventBody } from "@parley/acp";
import { silentLog, systemClock } from "@parley/base";
import { createFileSessionStore } from "@parley/home/session-log";
import { createTempFolder, type TempFolder } from "@parley/test-support";
import type { Agent } from "../../session-runtime/agent.ts";
import { LoopEventHandler } from "../../session-runtime/run-loop.ts";
import type { SessionRuntime } from "../../session-runtime/session-runtime.ts";
import { NO_USAGE } from "../../loop/tokens.ts";
import { compact } from "../../loop/compaction/compact.ts";
import { createConversation, type Conversation } from "../../loop/conversation.ts";
import type { TurnEnd } from "../../loop/types.ts";
import { createFakeModel, type Reply } from "../../loop/testing/fake-model.ts";
import { createTurnScene, type SceneOptions } from "../../loop/testing/turn-scene.ts";
import type { Message, UserMessage } from "../../models/message.ts";
import type { ModelInfo } from "../../models/model.ts";
import { BUILT_IN_MODES } from "../../modes/built-in.ts";
import { AgentSession } from "../../session-runtime/agent-session.ts";
import { recordExpansion, recordLatePrompt, recordPrompt, showAside } from "../../session-runtime/record-prompt.ts";
import { Restorer } from "../restore.ts";
import { toUserParts } from "../to-user-parts.ts";
import { ActiveTurn } from "../../session-runtime/active-turn.ts";
import type { Block, Update } from "../wire.ts";

interface Played extends Omit<SceneOptions, "model" | "messages" | "callIds"> {
  readonly replies: readonly Reply[];
  readonly info?: Partial<ModelInfo>;
}

/** `late`: it was said while another turn ran. `expansion`: it is what a slash command stands for. */
type How = "prompt" | "late" | "expansion";

export interface SessionScene extends AsyncDisposable {
  readonly session: AgentSession;
  readonly sent: readonly Update[];
  /** As the next request would have it. */
  readonly messages: readonly Message[];
  /** A prompt and its turn. */
  play(how: How, blocks: readonly Block[], played: Played): Promise<TurnEnd>;
  /** A slash command that says something. */
  command(text: string): void;
  compact(reply: Reply): Promise<void>;
  events(): Promise<readonly SessionEvent[]>;
  restore(): Promise<Message[]>;
}

const ID = "00000000-0000-7000-8000-000000000001";
const SETTINGS = {
  slot: "coding",
  modeId: "backend",
  modelId: "fake/model",
  approval: "bypass",
  thinking: "off",
} as const;

export async function createSessionScene(showsCompaction = true, given?: TempFolder): Promise<SessionScene> {
  const folder = given ?? (await createTempFolder());
  const sent: Update[] = [];
  const client = {
    notify: (_method: string, { update }: { update: Update }) => void sent.push(update),
    supports: () => showsCompaction,
  } as unknown as ClientConnection;
  const folders = { cwd: folder.path, additionalDirectories: [], mcpServers: [] };
  const session = new AgentSession({
    id: ID,
    client,
    clock: systemClock,
    folders,
    settings: SETTINGS,
    modes: BUILT_IN_MODES,
  });
  const store = createFileSessionStore({ folder: folder.file(crypto.randomUUID()) });
  session.recorder.start(await store.create({ id: ID, agent: { name: "x" }, cwd: folder.path }));
  const played = new PlayedSession(session, client);
  const events = async (): Promise<SessionEvent[]> => {
    session.recorder.flush();
    const all: SessionEvent[] = [];
    for await (const event of (await store.read(ID)).events) all.push(event);
    return all;
  };
  return {
    session,
    sent,
    get messages() {
      return played.conversation.messages;
    },
    play: (how, blocks, turn) => played.play(how, blocks, turn),
    command: (text) => played.command(text),
    compact: (reply) => played.compact(reply),
    events,
    async restore() {
      const restorer = new Restorer();
      for (const event of await events()) restorer.add(event);
      return restorer.messages();
    },
    async [Symbol.asyncDispose]() {
      await session.recorder.close();
      if (given === undefined) await folder[Symbol.asyncDispose]();
    },
  };
}

class PlayedSession {
  readonly #session: AgentSession;
  readonly #agent: Agent;
  readonly #callIds = new Set<string>();
  conversation: Conversation = createConversation();

  constructor(session: AgentSession, client: ClientConnection) {
    this.#session = session;
    const notice: Agent["notice"] = (_, level, text) => session.recorder.record({ type: "note", level, text });
    this.#agent = { client, notice } as unknown as Agent;
  }

  async play(how: How, blocks: readonly Block[], { replies, info, onEvent, ...options }: Played): Promise<TurnEnd> {
    const model = createFakeModel(replies, info);
    let handler: LoopEventHandler | undefined;
    const said: UserMessage = { role: "user", parts: toUserParts(blocks) };
    this.#recordSaid(how, blocks, said);
    const scene = await createTurnScene({
      ...options,
      model,
      messages: this.conversation.messages,
      callIds: this.#callIds,
      onEvent: (event, inside) => {
        handler?.handle(event);
        onEvent?.(event, inside);
      },
    });
    ({ conversation: this.conversation } = scene);
    handler = this.#createHandler(model.info);
    const end = await scene.run(said);
    this.#stop(end);
    return end;
  }

  command(text: string): void {
    recordPrompt(this.#session, [{ type: "text", text: "/cost" }], { isCommand: true, seq: undefined });
    showAside(this.#session, text);
    this.#stop({ stopReason: "end_turn", usage: NO_USAGE });
  }

  async compact(reply: Reply): Promise<void> {
    recordPrompt(this.#session, [{ type: "text", text: "/compact" }], { isCommand: true, seq: undefined });
    const model = createFakeModel([reply]);
    const handler = this.#createHandler(model.info);
    const { signal } = new AbortController();
    const options = { conversation: this.conversation, model, reason: "asked", signal, log: silentLog } as const;
    const end = await compact(options, (event) => handler.handle(event));
    showAside(this.#session, end.type);
    this.#stop({ stopReason: "end_turn", usage: end.usage });
  }

  #recordSaid(how: How, blocks: readonly Block[], said: UserMessage): void {
    if (how === "prompt") recordPrompt(this.#session, blocks, { isCommand: false, seq: undefined });
    else if (how === "late") recordLatePrompt(this.#session, said);
    else {
      recordPrompt(this.#session, [{ type: "text", text: "/command" }], { isCommand: true, seq: undefined });
      recordExpansion(this.#session, said.parts);
    }
  }

  #createHandler(info: ModelInfo): LoopEventHandler {
    const runtime = { conversation: this.conversation } as SessionRuntime;
    const handler = new LoopEventHandler({
      agent: this.#agent,
      session: this.#session,
      runtime,
      turn: new ActiveTurn(),
    });
    handler.model = info;
    return handler;
  }

  #stop(end: TurnEnd): void {
    const body: SessionEventBody =
      "failure" in end
        ? { type: "stop", error: { code: -32_603, message: end.failure.message } }
        : { type: "stop", stopReason: end.stopReason };
    this.#session.recorder.record(body);
  }
}

/** As JSON has it: what is undefined is not there. */
export function plain(messages: readonly Message[]): unknown {
  return JSON.parse(JSON.stringify(messages));
}
