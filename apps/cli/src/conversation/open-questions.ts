// The questions of a session that wait for an answer: known from the log, with what the hub keeps of each.
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
  /** By id, in the order in which they were asked; undefined while one is being read. */
  readonly #questions = new Map<string, OpenQuestion | undefined>();
  /** Answers that this conversation gave. */
  readonly #answered = new Set<string>();

  constructor(remote: Remote, handlers: OpenQuestionsHandlers) {
    this.#remote = remote;
    this.#handlers = handlers;
  }

  get list(): readonly OpenQuestion[] {
    return [...this.#questions.values()].filter((question) => question !== undefined);
  }

  /** From what is known of the session until now. */
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

  /** It is sent again after a lost connection; the first answer counts, and the log says whose it was. */
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
    // It may be over by now, and one that is kept nowhere cannot be answered.
    if (question?.state !== "pending" || !this.#questions.has(id)) return;
    this.#questions.set(id, question);
    this.#handlers.onChange();
  }

  /** The log has a question a moment before the hub can answer for it. */
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

/** As the hub takes it. */
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
