// The questions an agent has put to the user, by session: a cancelled turn answers them all.
// https://agentclientprotocol.com/protocol/v1/prompt-turn#cancellation
import type { RequestContext } from "@parley/rpc";

/** Number of pages to wait for; if an agent opens more, the oldest are dropped. */
const PAGES_MAX = 1_000;

interface Question {
  readonly sessionId: string;
  cancel(): void;
}

export class OpenQuestions {
  readonly #questions = new Set<Question>();

  /** The handler's answer, or `cancelledAnswer` if the turn is cancelled first; then the handler's signal aborts. */
  ask<Answer>(
    sessionId: string,
    context: RequestContext,
    cancelledAnswer: Answer,
    handle: (context: RequestContext) => Answer | Promise<Answer>,
  ): Promise<Answer> {
    const controller = new AbortController();
    const signal = AbortSignal.any([context.signal, controller.signal]);
    return new Promise((resolve, reject) => {
      const question: Question = {
        sessionId,
        cancel: () => {
          resolve(cancelledAnswer);
          controller.abort();
        },
      };
      this.#questions.add(question);
      void start(() => handle({ id: context.id, method: context.method, signal }))
        .then(resolve, reject)
        .finally(() => this.#questions.delete(question));
    });
  }

  cancel(sessionId: string): void {
    for (const question of this.#questions) {
      if (question.sessionId === sessionId) question.cancel();
    }
  }
}

/** Calls at once; a throw becomes a rejection. */
async function start<Answer>(call: () => Answer | Promise<Answer>): Promise<Answer> {
  return call();
}

/** The pages that users were asked to open: each counts as completed once, and others not at all. */
export class OpenPages {
  readonly #ids = new Set<string>();

  async ask<Answer extends { readonly action?: unknown }>(id: string, answer: Promise<Answer>): Promise<Answer> {
    this.#ids.add(id);
    for (const oldest of this.#ids) {
      if (this.#ids.size <= PAGES_MAX) break;
      this.#ids.delete(oldest);
    }
    let isAccepted = false;
    try {
      const given = await answer;
      isAccepted = given.action === "accept";
      return given;
    } finally {
      if (!isAccepted) this.#ids.delete(id);
    }
  }

  /** False if the page was never requested, or is already complete. */
  complete(id: string): boolean {
    return this.#ids.delete(id);
  }
}
