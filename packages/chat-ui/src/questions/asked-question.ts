// A question of an agent as surfaces show it, and how it ended if another surface was first.
import type { NativeInteraction } from "@parley/contract";

export interface AskedQuestion {
  readonly interaction: NativeInteraction;
  /** It stays for a moment after its end, so that nothing else moves under the pointer. */
  readonly over?: QuestionEnd | undefined;
}

export interface QuestionEnd {
  readonly state: "answered" | "expired" | "cancelled";
  /** Who answered, as the server names them: a person, or what they used. */
  readonly by?: string | undefined;
}
