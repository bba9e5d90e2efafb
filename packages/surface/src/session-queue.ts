// The queued prompts of one session, from all surfaces. They are on the server, so every surface shows the same.
import { ParleyError } from "@parley/base";
import { describeAttachment, textOfBlocks } from "@parley/chat-model";
import type { QueuedItem } from "@parley/chat-ui";
import type { QueuedPrompt } from "@parley/contract";
import type { FollowingEvents, Remote } from "@parley/remote";
import { createReload } from "./reload.ts";

export class SessionQueue {
  readonly #remote: Remote;
  readonly #sessionId: string;
  readonly #surface: string;
  readonly #listeners = new Set<() => void>();
  readonly #following: FollowingEvents;
  #queue: readonly QueuedItem[] = [];
  #runningTurnId: string | undefined;

  /** `surface` is this surface's name in the log. */
  constructor(remote: Remote, sessionId: string, surface: string) {
    this.#remote = remote;
    this.#sessionId = sessionId;
    this.#surface = surface;
    const reload = createReload(remote, () => this.#load());
    this.#following = remote.events({
      reset: reload,
      events: (batch) => {
        if (batch.some((event) => event.type === "turn" && event.session_id === sessionId)) reload();
      },
    });
  }

  /** Next one first; the same array until it changes. */
  get queue(): readonly QueuedItem[] {
    return this.#queue;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#following.close();
  }

  /** Stops the running turn; queued prompts stay. */
  async stopRunning(): Promise<void> {
    if (this.#runningTurnId === undefined) await this.#load();
    if (this.#runningTurnId !== undefined) await this.#remote.request("turns/cancel", { id: this.#runningTurnId });
  }

  async change(turnId: string, change: { text?: string; place?: number; interrupt?: boolean }): Promise<void> {
    this.#take(await this.#remote.request("queue/change", { id: this.#sessionId, turnId, ...change }));
  }

  /** If the prompt has already started, that is fine too. */
  async sendNow(turnId: string): Promise<void> {
    try {
      await this.change(turnId, { interrupt: true });
    } catch (error) {
      if (!(error instanceof ParleyError) || error.code !== "turn_state") throw error;
    }
  }

  async withdraw(turnId: string): Promise<void> {
    await this.#remote.request("turns/cancel", { id: turnId });
  }

  async #load(): Promise<void> {
    this.#take(await this.#remote.request("queue/list", { id: this.#sessionId }));
  }

  #take({
    running,
    prompts,
  }: {
    readonly running?: string | undefined;
    readonly prompts: readonly QueuedPrompt[];
  }): void {
    this.#runningTurnId = running;
    if (prompts.length === 0 && this.#queue.length === 0) return;
    this.#queue = prompts.map((prompt) => toItem(prompt, this.#surface));
    for (const listener of this.#listeners) listener();
  }
}

function toItem({ turn_id: turnId, prompt, actor }: QueuedPrompt, ownSurface: string): QueuedItem {
  const attachments = prompt.filter(({ type }) => type !== "text").map(describeAttachment);
  const by = actor?.person ?? (actor?.surface === ownSurface ? undefined : actor?.surface);
  return { turnId, text: textOfBlocks(prompt), attachments, by };
}
