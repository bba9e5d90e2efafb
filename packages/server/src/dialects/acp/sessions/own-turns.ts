// The turns that one connection started in a session: their prompts are not echoed to it, and it may cancel them.
import type { PromptEvent } from "@parley/acp";
import type { Turn } from "@parley/hub";

interface OwnTurn {
  /** Undefined until the hub has accepted it. */
  readonly id: string | undefined;
  /** Settles when the hub has accepted or refused it. */
  readonly taken: Promise<unknown>;
}

interface Entry extends OwnTurn {
  id: string | undefined;
  readonly prompt: string;
  isSeen: boolean;
}

export class OwnTurns {
  readonly #turns = new Set<Entry>();

  /** `run` gets its turn from the hub and sees it to its end. */
  async run<T>(prompt: readonly unknown[], start: () => Promise<Turn>, run: (turn: Turn) => Promise<T>): Promise<T> {
    const taken = start();
    const entry: Entry = { id: undefined, taken, prompt: JSON.stringify(prompt), isSeen: false };
    this.#turns.add(entry);
    try {
      const turn = await taken;
      entry.id = turn.id;
      return await run(turn);
    } finally {
      this.#turns.delete(entry);
    }
  }

  /** True once for each prompt of this connection. An equal prompt of another client cannot be distinguished from it. */
  isOwn(event: PromptEvent): boolean {
    for (const entry of this.#turns) {
      if (entry.isSeen || entry.prompt !== JSON.stringify(event.prompt)) continue;
      entry.isSeen = true;
      return true;
    }
    return false;
  }

  /** Unfinished ones, once the hub has accepted them. */
  async ids(): Promise<string[]> {
    await Promise.allSettled([...this.#turns].map(({ taken }) => taken));
    return [...this.#turns].flatMap(({ id }) => id ?? []);
  }
}
