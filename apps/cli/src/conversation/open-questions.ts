// The open questions of a session: from the log, with the hub's data for each.
import { ParleyError } from "@parley/base";
import { Attention } from "@parley/chat-model";
import { setTimeout as sleep } from "node:timers/promises";
import type { TranscriptItem } from "@parley/acp/transcript";
import type { Remote } from "@parley/remote";
import { QUESTION_READ_DELAYS_MS } from "../limits.ts";
import type { OpenQuestion, QuestionAnswer, RecordedEvent, SettledQuestion } from "./conversation.ts";

export interface OpenQuestionsHandlers {
  readonly onChange: () => void;
  readonly onSettled: (settled: SettledQuestion) => void;
}

export class OpenQuestions {
  readonly #remote: Remote;
  readonly #handlers: OpenQuestionsHandlers;
  #attention = new Attention();
  /** By id, in the order of asking; undefined while one is being loaded. */
  readonly #questions = new Map<string, OpenQuestion | undefined>();
  /** Answers of this conversation. */
  readonly #answered = new Set<string>();

  constructor(remote: Remote, handlers: OpenQuestionsHandlers) {
    this.#remote = remote;
    this.#handlers = handlers;
  }

  get list(): readonly OpenQuestion[] {
    return [...this.#questions.values()].filter((question) => question !== undefined);
  }

  /** From the known state of the session. */
  seed(items: readonly TranscriptItem[]): void {
    this.#attention = new Attention(items);
    this.#compare(new Map());
  }

  apply(batch: readonly RecordedEvent[]): void {
    const answers = new Map<string, Pick<SettledQuestion, "by" | "actor">>();
    for (const { event, patches } of batch) {
      for (const patch of patches) this.#attention.apply(patch);
      if (event.type === "permission_answered" || event.type === "elicitation_answered")
        answers.set(event.interactionId, { by: event.by, actor: event.actor });
    }
    this.#compare(answers);
  }

  /** It is resent after a lost connection; the first answer counts, and the log names its author. */
  async answer(id: string, answer: QuestionAnswer): Promise<void> {
    this.#answered.add(id);
    try {
      await this.#remote.request("interactions/answer", { id, ...toAnswerParams(answer) }, { isRepeatable: true });
    } catch (error) {
      this.#answered.delete(id);
      throw error;
    }
  }

  #compare(answers: ReadonlyMap<string, Pick<SettledQuestion, "by" | "actor">>): void {
    const open = new Set(this.#attention.questions.map(({ interactionId }) => interactionId));
    let isChanged = false;
    for (const [id, question] of this.#questions) {
      if (open.has(id)) continue;
      this.#questions.delete(id);
      const isOwn = this.#answered.delete(id);
      if (question === undefined) continue;
      isChanged = true;
      const { by, actor } = answers.get(id) ?? { by: undefined, actor: undefined };
      if (!isOwn) this.#handlers.onSettled({ question, by, actor });
    }
    for (const id of open) if (!this.#questions.has(id)) void this.#read(id);
    if (isChanged) this.#handlers.onChange();
  }

  async #read(id: string): Promise<void> {
    this.#questions.set(id, undefined);
    const question = await this.#find(id);
    // It may be closed by now, and a question that is not stored cannot be answered.
    if (question?.state !== "pending" || !this.#questions.has(id)) return;
    this.#questions.set(id, question);
    this.#handlers.onChange();
  }

  /** The log has a question a moment before the hub can return it. */
  async #find(id: string): Promise<OpenQuestion | undefined> {
    for (const delayMs of QUESTION_READ_DELAYS_MS) {
      try {
        await sleep(delayMs);
        return await this.#remote.request("interactions/get", { id }, { timeoutMs: Infinity });
      } catch (error) {
        if (!(error instanceof ParleyError) || error.code !== "interaction_not_found") return undefined;
      }
    }
    return undefined;
  }
}

/** In the hub's format. */
export function toAnswerParams(answer: QuestionAnswer): {
  readonly option_id?: string;
  readonly remember?: "session" | "workspace" | "always";
  readonly reason?: string;
  readonly action?: "accept" | "decline" | "cancel";
  readonly content?: Readonly<Record<string, unknown>>;
} {
  if ("optionId" in answer) {
    const { optionId, remember, reason } = answer;
    return {
      option_id: optionId,
      ...(remember !== undefined && { remember }),
      ...(reason !== undefined && { reason }),
    };
  }
  const { action } = answer;
  if (action !== "accept") return { action: action === "decline" ? "decline" : "cancel" };
  const content = "content" in answer ? answer.content : undefined;
  return { action, ...(content ? { content } : {}) };
}
