// Shows the open questions of a conversation in the chat, and removes those that another surface has answered.
import { neutralLine, ParleyError } from "@parley/base";
import type { NoteBlock } from "@parley/chat-model";
import type { Ask, ElicitationQuestion } from "@parley/client";
import type { Conversation, OpenQuestion, SettledQuestion } from "../conversation/conversation.ts";
import { askQuestion, toRefused } from "./ask-question.ts";
import { describeError } from "../describe-error.ts";
import { describeActor } from "./draw/actor.ts";

export interface QuestionFeedOptions {
  readonly ask: Ask;
  readonly print: (block: NoteBlock) => void;
}

export class QuestionFeed {
  readonly #conversation: Conversation;
  readonly #options: QuestionFeedOptions;
  readonly #shown = new Map<string, AbortController>();
  readonly #stop: () => void;

  constructor(conversation: Conversation, options: QuestionFeedOptions) {
    this.#conversation = conversation;
    this.#options = options;
    this.#stop = conversation.listen({
      onQuestions: (questions) => this.#show(questions),
      onSettled: (settled) => this.#settled(settled),
    });
    this.#show(conversation.questions);
  }

  close(): void {
    this.#stop();
    for (const shown of this.#shown.values()) shown.abort();
    this.#shown.clear();
  }

  #show(questions: readonly OpenQuestion[]): void {
    const ids = new Set(questions.map(({ id }) => id));
    for (const [id, shown] of this.#shown) {
      if (ids.has(id)) continue;
      this.#shown.delete(id);
      shown.abort();
    }
    for (const question of questions) if (!this.#shown.has(question.id)) void this.#put(question);
  }

  async #put(question: OpenQuestion): Promise<void> {
    const shown = new AbortController();
    this.#shown.set(question.id, shown);
    let refused: ElicitationQuestion["refused"];
    for (;;) {
      const answer = await askQuestion(question, this.#options.ask, { refused, signal: shown.signal });
      if (shown.signal.aborted || answer === undefined) return;
      try {
        await this.#conversation.answer(question.id, answer);
        return;
      } catch (error) {
        // The log shows which answer was first.
        if (error instanceof ParleyError && error.code === "interaction_over") return;
        refused = toRefused(error);
        if (refused === undefined) this.#options.print({ type: "note", severity: "error", text: describeError(error) });
      }
    }
  }

  /** The end of the turn or of the agent has its own message. */
  #settled({ question, by, actor }: SettledQuestion): void {
    const text = describeSettled(by, actor);
    if (text === undefined) return;
    const { tool_call: toolCall } = question;
    const what = question.kind === "permission" ? neutralLine(toolCall?.title ?? "") : "";
    this.#options.print({ type: "note", severity: "info", text: what === "" ? text : `${what}: ${lowerFirst(text)}` });
  }
}

/** `by` is the name of a key; the surface is where the user answered. */
function describeSettled(by: string | undefined, actor: SettledQuestion["actor"]): string | undefined {
  if (by === undefined || by === "cancel") return undefined;
  if (by === "timeout") return "No answer in time";
  if (by === "rule" || by === "remembered") return "Answered by a rule";
  return actor === undefined ? "Answered elsewhere" : `Answered in ${describeActor(actor)}`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
