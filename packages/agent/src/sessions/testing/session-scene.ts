// A session of turns with a model that says what a test wants: what was said live, what its log has, what a client was sent.
import type { ClientConnection, SessionEvent, SessionEventBody } from "@parley/acp";
import { silentLog, systemClock } from "@parley/base";
import { createFileSessionStore } from "@parley/home/session-log";
import { createTempFolder, type TempFolder } from "@parley/test-support";
import type { Agent } from "../../acp/agent.ts";
import { TurnListener } from "../../kit/run-loop.ts";
import type { SessionKit } from "../../kit/session-kit.ts";
import { compact } from "../../loop/compact.ts";
import { createConversation, type Conversation } from "../../loop/conversation.ts";
import type { TurnEnd } from "../../loop/loop-event.ts";
import { createFakeModel, type Reply } from "../../loop/testing/fake-model.ts";
import { createTurnScene, type SceneOptions, type TurnScene } from "../../loop/testing/turn-scene.ts";
import type { Message, UserMessage } from "../../models/message.ts";
import type { ModelInfo } from "../../models/model.ts";
import { BUILT_IN_MODES } from "../../modes/built-in.ts";
import { AgentSession } from "../agent-session.ts";
import { recordExpansion, recordLatePrompt, recordPrompt, sayAside } from "../record-prompt.ts";
import { Restorer } from "../restore.ts";
import { toUserParts } from "../to-user-parts.ts";
import { Turn } from "../turn.ts";
import type { Block, Update } from "../wire.ts";

export interface Played extends Omit<SceneOptions, "model" | "messages" | "callIds"> {
  readonly replies: readonly Reply[];
  readonly info?: Partial<ModelInfo>;
}

export interface SessionScene extends AsyncDisposable {
  readonly session: AgentSession;
  readonly sent: readonly Update[];
  /** As the next request would have it. */
  readonly messages: readonly Message[];
  /** A prompt and its turn. `late`: it was said while another turn ran. `expansion`: what a slash command stands for. */
  play(how: "prompt" | "late" | "expansion", blocks: readonly Block[], played: Played): Promise<TurnEnd>;
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
  const session = new AgentSession({
    id: ID,
    client,
    clock: systemClock,
    place: { cwd: folder.path, additionalDirectories: [], mcpServers: [] },
    settings: SETTINGS,
    modes: BUILT_IN_MODES,
  });
  const store = createFileSessionStore({ folder: folder.file(crypto.randomUUID()) });
  session.recorder.start(await store.create({ id: ID, agent: { name: "x" }, cwd: folder.path }));
  const agent = {
    client,
    notice: (_: unknown, level: "info" | "warning" | "error", text: string) =>
      session.recorder.record({ type: "note", level, text }),
  } as unknown as Agent;
  let conversation: Conversation = createConversation();
  const callIds = new Set<string>();
  const createListener = (info: ModelInfo): TurnListener => {
    const listener = new TurnListener({ agent, session, kit: { conversation } as SessionKit, turn: new Turn() });
    listener.model = info;
    return listener;
  };
  const stop = (end: TurnEnd): void => {
    const body: SessionEventBody =
      "failure" in end
        ? { type: "stop", error: { code: -32_603, message: end.failure.message } }
        : { type: "stop", stopReason: end.stopReason };
    session.recorder.record(body);
  };
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
      return conversation.messages;
    },
    async play(how, blocks, { replies, info, onEvent, ...options }) {
      const model = createFakeModel(replies, info);
      let scene: TurnScene | undefined;
      let listener: TurnListener | undefined;
      const said: UserMessage = { role: "user", parts: toUserParts(blocks) };
      if (how === "prompt") recordPrompt(session, blocks, false);
      else if (how === "late") recordLatePrompt(session, said);
      else {
        recordPrompt(session, [{ type: "text", text: "/command" }], true);
        recordExpansion(session, said.parts);
      }
      scene = await createTurnScene({
        ...options,
        model,
        messages: conversation.messages,
        callIds,
        onEvent: (event, inside) => {
          listener?.hear(event);
          onEvent?.(event, inside);
        },
      });
      ({ conversation } = scene);
      listener = createListener(model.info);
      const end = await scene.run(said);
      stop(end);
      return end;
    },
    command(text) {
      recordPrompt(session, [{ type: "text", text: "/cost" }], true);
      sayAside(session, text);
      stop({ stopReason: "end_turn", usage: { inputTokens: 0, outputTokens: 0 } });
    },
    async compact(reply) {
      recordPrompt(session, [{ type: "text", text: "/compact" }], true);
      const model = createFakeModel([reply]);
      const listener = createListener(model.info);
      const { signal } = new AbortController();
      const options = { conversation, model, reason: "asked", signal, log: silentLog } as const;
      const end = await compact(options, (event) => listener.hear(event));
      sayAside(session, end.type);
      stop({ stopReason: "end_turn", usage: end.usage });
    },
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

/** As JSON has it: what is undefined is not there. */
export function plain(messages: readonly Message[]): unknown {
  return JSON.parse(JSON.stringify(messages));
}
