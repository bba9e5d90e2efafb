// All open questions of all sessions, kept up to date by the server's change stream, and their answers.
import type { AskedQuestion, ElicitationReply, PermissionReply, QuestionEnd, QuestionsPort } from "@parley/chat-ui";
import type { NativeInteraction } from "@parley/contract";
import type { ChangeEvent, FollowingEvents, Remote } from "@parley/remote";
import { ENDED_KEPT_MAX, ENDED_SHOWN_MS } from "./limits.ts";
import { createReload } from "./reload.ts";

type QuestionEvent = Extract<ChangeEvent, { readonly type: "question" }>;

export class QuestionList implements QuestionsPort {
  readonly #remote: Remote;
  readonly #following: FollowingEvents;
  readonly #listeners = new Set<() => void>();
  readonly #byId = new Map<string, AskedQuestion>();
  /** Latest last. */
  readonly #ended = new Set<string>();
  /** Answers being sent from here, and how the question ended meanwhile: by this answer, or by an earlier one. */
  readonly #answering = new Map<string, QuestionEnd | undefined>();
  readonly #bySession = new Map<string, readonly AskedQuestion[]>();
  #questions: readonly AskedQuestion[] | undefined;
  #isLoaded = false;
  /** Many simultaneous questions cause only one listing. */
  readonly #reload: () => void;

  constructor(remote: Remote) {
    this.#remote = remote;
    this.#reload = createReload(remote, () => this.#load());
    this.#following = remote.events({
      reset: this.#reload,
      events: (batch) => this.#take(batch.filter((event) => event.type === "question")),
    });
  }

  /** Oldest first, including those that just ended elsewhere; the same array until something changes. */
  get questions(): readonly AskedQuestion[] {
    this.#questions ??= [...this.#byId.values()].toSorted((a, b) => compare(a.interaction, b.interaction));
    return this.#questions;
  }

  /** Until then the list is incomplete. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Number of questions waiting for an answer. */
  get openCount(): number {
    return this.questions.filter(({ over }) => over === undefined).length;
  }

  /** The same array until one of them changes. */
  ofSession(sessionId: string): readonly AskedQuestion[] {
    const before = this.#bySession.get(sessionId);
    const now = this.questions.filter(({ interaction }) => interaction.session_id === sessionId);
    if (before?.length === now.length && before.every((question, index) => question === now[index])) return before;
    this.#bySession.set(sessionId, now);
    return now;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async answerPermission(id: string, { optionId, remember, reason }: PermissionReply): Promise<void> {
    await this.#answer(id, { option_id: optionId, remember, reason });
  }

  async answerElicitation(id: string, reply: ElicitationReply): Promise<void> {
    await this.#answer(id, reply);
  }

  close(): void {
    this.#following.close();
  }

  async #answer(id: string, answer: object): Promise<void> {
    this.#answering.set(id, undefined);
    try {
      await this.#remote.request("interactions/answer", { id, ...answer });
      this.#answering.delete(id);
      this.#remove(id);
    } catch (error) {
      const end = this.#answering.get(id);
      this.#answering.delete(id);
      if (end !== undefined) this.#end(id, end);
      this.#changed();
      throw error;
    }
  }

  #take(events: readonly QuestionEvent[]): void {
    for (const { question } of events) {
      if (question.state === "pending") this.#reload();
      else this.#end(question.id, { state: question.state, by: question.actor });
    }
    if (events.length > 0) this.#changed();
  }

  #end(id: string, end: QuestionEnd): void {
    this.#ended.add(id);
    const [oldest] = this.#ended;
    if (this.#ended.size > ENDED_KEPT_MAX && oldest !== undefined) this.#ended.delete(oldest);
    const question = this.#byId.get(id);
    if (this.#answering.has(id)) this.#answering.set(id, end);
    if (question === undefined || this.#answering.has(id)) return;
    this.#byId.set(id, { ...question, over: end });
    setTimeout(() => this.#remove(id), ENDED_SHOWN_MS);
  }

  #remove(id: string): void {
    if (this.#byId.delete(id)) this.#changed();
  }

  async #load(): Promise<void> {
    const { interactions } = await this.#remote.request("interactions/list", { state: "pending" });
    this.#replace(interactions);
  }

  #replace(interactions: readonly NativeInteraction[]): void {
    const listed = new Map(interactions.map((interaction) => [interaction.id, interaction]));
    for (const [id, { over }] of this.#byId) {
      if (over === undefined && !listed.has(id)) this.#byId.delete(id);
    }
    for (const [id, interaction] of listed) {
      if (!this.#byId.has(id) && !this.#ended.has(id)) this.#byId.set(id, { interaction });
    }
    this.#isLoaded = true;
    this.#changed();
  }

  #changed(): void {
    this.#questions = undefined;
    for (const listener of this.#listeners) listener();
  }
}

function compare(one: NativeInteraction, other: NativeInteraction): number {
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}
