// How questions are answered. Rejects with an error for the person, such as that another surface was first.
import type { FormContent } from "@parley/chat-model";

export interface PermissionReply {
  readonly optionId: string;
  /** Where the answer holds from now on; only once unless given. */
  readonly remember?: "session" | "workspace" | "always" | undefined;
  /** What the agent is to do instead. */
  readonly reason?: string | undefined;
}

export type ElicitationReply =
  | { readonly action: "accept"; readonly content: FormContent }
  | { readonly action: "decline" | "cancel" };

export interface QuestionsPort {
  answerPermission(interactionId: string, reply: PermissionReply): Promise<void>;
  answerElicitation(interactionId: string, reply: ElicitationReply): Promise<void>;
}
