// Builds a task from its turn and the turn's events: the same updates as in a stream, combined.
import type { Artifact, Message, Part, Task } from "@a2a-js/sdk";
import type { ContentBlock, SessionEvent } from "@parley/acp";
import type { Turn } from "@parley/hub";
import { A2A_TASK_CHARS_MAX } from "../../limits.ts";
import { createMessage, toTimestamp, type Payload, type TaskIds } from "./messages.ts";
import { fromPrompt } from "./prompt.ts";
import { toQuestion, toQuestionMessage, type Question } from "./question.ts";
import { toTaskState } from "./states.ts";
import { TurnTranslator } from "./turn-translator.ts";
import { dataPart, textPart } from "./parts.ts";

/** Updates that a later one replaces: only the latest is kept. */
const REPLACED = new Set(["plan", "usage_update"]);

export interface AskedQuestion {
  readonly question: Question;
  readonly atMs: number;
}

export class TaskBuilder {
  readonly ids: TaskIds;
  readonly #translator: TurnTranslator;
  readonly #artifacts = new Map<string, Artifact>();
  readonly #history: Message[] = [];
  /** Questions without an answer in the log. */
  readonly questions = new Map<string, AskedQuestion>();
  #chars = 0;
  #isCut = false;
  #isRewound = false;

  constructor({ id, sessionId }: Pick<Turn, "id" | "sessionId">) {
    this.ids = { taskId: id, contextId: sessionId };
    this.#translator = new TurnTranslator(this.ids);
  }

  /** The message that accompanies the state. */
  add(event: SessionEvent, isKept = true): Payload[] {
    const payloads = this.#translator.translate(event);
    const question = toQuestion(event);
    if (question !== undefined) this.questions.set(question.interactionId, { question, atMs: event.at });
    if (event.type === "permission_answered" || event.type === "elicitation_answered") {
      this.questions.delete(event.interactionId);
    }
    if (isKept) this.#keep(event, payloads);
    return payloads;
  }

  /** The question that a turn waits for. If there are several, they are sent one after the other. */
  questionOf({ state, interactionId = "" }: Turn): AskedQuestion | undefined {
    if (state !== "awaiting") return undefined;
    return this.questions.get(interactionId) ?? [...this.questions.values()][0];
  }

  close(): Payload[] {
    return this.#translator.close();
  }

  /** The task was truncated. */
  cut(): void {
    this.#isCut = true;
  }

  /** The conversation was rewound to before it, so its messages no longer count. */
  rewound(): void {
    this.#isRewound = true;
  }

  build(
    turn: Turn,
    options: { readonly historyLength?: number | undefined; readonly hasArtifacts?: boolean } = {},
  ): Task {
    const { historyLength, hasArtifacts = true } = options;
    const message = this.#statusMessage(turn);
    const history = this.#history.filter(({ messageId }) => messageId !== message?.messageId);
    return {
      id: turn.id,
      contextId: turn.sessionId,
      status: { state: toTaskState(turn), message, timestamp: toTimestamp(turn.finishedAtMs ?? turn.createdAtMs) },
      artifacts: hasArtifacts ? [...this.#artifacts.values()] : [],
      history: historyLength === undefined ? history : lastOf(history, historyLength),
      metadata: { ...toMetadata(turn, this.#isCut), ...(this.#isRewound && { isRewound: true }) },
    };
  }

  #keep(event: SessionEvent, payloads: readonly Payload[]): void {
    if (event.type === "prompt") this.#history.push(toUserMessage(this.ids, event.seq, event.prompt));
    const question = toQuestion(event);
    if (question !== undefined) this.#history.push(toQuestionMessage(this.ids, question));
    if (event.type === "permission_answered" || event.type === "elicitation_answered") {
      const { interactionId, by } = event;
      const said = event.type === "permission_answered" ? event.outcome : event.response;
      const metadata = { kind: event.type, interactionId, by };
      const parts = [dataPart(said)];
      this.#history.push(createMessage(this.ids, { id: `${interactionId}-answer`, role: "user", parts, metadata }));
    }
    for (const payload of payloads) this.#apply(payload);
  }

  #apply(payload: Payload): void {
    if (payload.$case === "artifactUpdate" && payload.value.artifact !== undefined) {
      const { artifact, append } = payload.value;
      const known = append ? this.#artifacts.get(artifact.artifactId) : undefined;
      if (known === undefined) this.#artifacts.set(artifact.artifactId, { ...artifact, parts: [] });
      const target = known ?? this.#artifacts.get(artifact.artifactId);
      if (target !== undefined) this.#join(target.parts, artifact.parts);
    } else if (payload.$case === "statusUpdate" && payload.value.status?.message !== undefined) {
      this.#remember(payload.value.status.message);
    }
  }

  /** Thoughts are merged, and a tool call is one message, however many updates it had. */
  #remember(message: Message): void {
    const kind: unknown = message.metadata?.["kind"];
    const last = this.#history.at(-1);
    if (kind === "thought" && last?.metadata?.["kind"] === kind) return this.#join(last.parts, message.parts);
    if (kind === "tool_call_update" && this.#mergeToolCall(message)) return;
    if (typeof kind === "string" && REPLACED.has(kind)) {
      const at = this.#history.findIndex((known) => known.metadata?.["kind"] === kind);
      if (at >= 0) this.#history.splice(at, 1);
    }
    const parts: Part[] = [];
    this.#join(parts, message.parts);
    this.#history.push({ ...message, parts });
  }

  #mergeToolCall({ parts }: Message): boolean {
    const update = readToolCall(parts);
    if (update === undefined) return false;
    for (let at = this.#history.length - 1; at >= 0; at -= 1) {
      const known = this.#history[at];
      const call = known?.metadata?.["kind"] === "tool_call" ? readToolCall(known.parts) : undefined;
      if (known === undefined || call?.["toolCallId"] !== update["toolCallId"]) continue;
      const said = Object.entries(update).filter(([, value]) => value !== undefined && value !== null);
      known.parts = [dataPart({ ...call, ...Object.fromEntries(said), sessionUpdate: "tool_call" })];
      return true;
    }
    return false;
  }

  /** Consecutive plain texts are merged. */
  #join(target: Part[], parts: readonly Part[]): void {
    for (const part of parts) {
      if (this.#isCut) return;
      const last = target.at(-1);
      this.#chars += sizeOf(part);
      if (this.#chars > A2A_TASK_CHARS_MAX) {
        this.#isCut = true;
        return;
      }
      if (isPlainText(part) && last !== undefined && isPlainText(last)) {
        target[target.length - 1] = textPart(last.content.value + part.content.value);
      } else if (!isPlainText(part) || part.content.value !== "") {
        target.push(part);
      }
    }
  }

  #statusMessage(turn: Turn): Message | undefined {
    const asked = this.questionOf(turn);
    return asked === undefined ? failureMessage(this.ids, turn) : toQuestionMessage(this.ids, asked.question);
  }
}

/** Why it failed, as the agent's last message. */
export function failureMessage(ids: TaskIds, { error }: Pick<Turn, "error">): Message | undefined {
  if (error === undefined) return undefined;
  const metadata = { kind: "error", code: error.code };
  return createMessage(ids, { id: `${ids.taskId}-error`, role: "agent", parts: [textPart(error.message)], metadata });
}

export function toMetadata({ agent, stopReason, usage }: Turn, isCut = false): Record<string, unknown> {
  return {
    agent,
    ...(stopReason !== undefined && { stopReason }),
    ...(usage !== undefined && { usage }),
    ...(isCut && { isCut }),
  };
}

function toUserMessage(ids: TaskIds, seq: number, prompt: readonly ContentBlock[]): Message {
  const { messageId, parts } = fromPrompt(prompt);
  return createMessage(ids, { id: messageId ?? `${ids.taskId}-${seq}`, role: "user", parts });
}

function lastOf(history: Message[], length: number): Message[] {
  return length <= 0 ? [] : history.slice(-length);
}

function readToolCall(parts: readonly Part[]): Record<string, unknown> | undefined {
  const content = parts[0]?.content;
  return content?.$case === "data" ? (content.value as Record<string, unknown>) : undefined;
}

function isPlainText(part: Part): part is Part & { content: { $case: "text"; value: string } } {
  return part.content?.$case === "text" && part.metadata === undefined && part.filename === "";
}

function sizeOf({ content }: Part): number {
  if (content === undefined) return 0;
  if (content.$case === "data") return JSON.stringify(content.value ?? null).length;
  return content.value.length;
}
