// The prompts that wait in a session, of all surfaces, as the hub has them.
import type { QueuedPrompt } from "@parley/contract";
import type { FollowingEvents, Remote } from "@parley/remote";

export class WaitingPrompts {
  readonly #remote: Remote;
  readonly #sessionId: string;
  readonly #onChange: () => void;
  readonly #following: FollowingEvents;
  #prompts: readonly QueuedPrompt[] = [];
  #isLoading = false;
  /** Something happened since the request that is under way. */
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

  /** The next one first. */
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
      // The connection is gone, or the session was deleted: the follower reports a reset when it can be asked again.
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
