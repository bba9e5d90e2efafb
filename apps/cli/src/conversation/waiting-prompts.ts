// The queued prompts of a session, from all surfaces, as the hub has them.
import type { QueuedPrompt } from "@parley/contract";
import type { FollowingEvents, Remote } from "@parley/remote";

export class WaitingPrompts {
  readonly #remote: Remote;
  readonly #sessionId: string;
  readonly #onChange: () => void;
  readonly #following: FollowingEvents;
  #prompts: readonly QueuedPrompt[] = [];
  #isLoading = false;
  /** The queue may have changed since the pending request. */
  #isStale = false;
  #isClosed = false;

  constructor(remote: Remote, sessionId: string, onChange: () => void) {
    this.#remote = remote;
    this.#sessionId = sessionId;
    this.#onChange = onChange;
    this.#following = remote.events({
      reset: () => this.#reload(),
      events: (batch) => {
        if (batch.some((event) => event.type === "turn" && event.session_id === sessionId)) this.#reload();
      },
    });
  }

  /** Next one first. */
  get list(): readonly QueuedPrompt[] {
    return this.#prompts;
  }

  close(): void {
    this.#isClosed = true;
    this.#following.close();
  }

  #reload(): void {
    this.#isStale = true;
    if (!this.#isLoading) void this.#load();
  }

  async #load(): Promise<void> {
    this.#isLoading = true;
    while (this.#isStale && !this.#isClosed) {
      this.#isStale = false;
      // The connection was lost, or the session was deleted; the follower reports a reset when the queue can be read
      // again.
      const reply = await this.#remote.request("queue/list", { id: this.#sessionId }).catch(() => undefined);
      if (reply !== undefined) this.#take(reply.prompts);
    }
    this.#isLoading = false;
  }

  #take(prompts: readonly QueuedPrompt[]): void {
    const wasEmpty = this.#prompts.length === 0;
    this.#prompts = prompts;
    if (!this.#isClosed && !(wasEmpty && prompts.length === 0)) this.#onChange();
  }
}
