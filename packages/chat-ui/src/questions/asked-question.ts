// A question of an agent as surfaces show it, and how it ended if another surface was first.
import type { EventActor } from "@parley/acp";
import type { NativeInteraction } from "@parley/contract";

export interface AskedQuestion {
  readonly interaction: NativeInteraction;
  /** It stays for a moment after its end, so that nothing else moves under the pointer. */
  readonly over?: QuestionEnd | undefined;
}

export interface QuestionEnd {
  readonly state: "answered" | "expired" | "cancelled";
  /** Where it was answered, and by whom, if the server says so. */
  readonly by?: EventActor | undefined;
}
