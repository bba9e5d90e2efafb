// What the composer may wish for.
import type { ContentBlock } from "@parley/acp";

export interface ComposerPort {
  /** Resolves when the server has stored it. While a turn runs it waits behind that. Rejects with an error for the person. */
  send(prompt: readonly ContentBlock[]): Promise<void>;
  /** Stops the running turn. */
  stop(): void;
}
