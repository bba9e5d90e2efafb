// Questions of agents to users: stored, shown on every surface, answered once.
import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  EventActor,
  PermissionOption,
  ToolCallUpdate,
} from "@parley/acp";
import type { PermissionReply } from "@parley/client";

interface InteractionBase {
  readonly id: string;
  /** Undefined if an agent asks outside of any session. */
  readonly sessionId?: string | undefined;
  readonly turnId?: string | undefined;
  readonly agent: string;
  readonly createdAtMs: number;
  /** After this time it is answered with `cancelled` automatically. */
  readonly expiresAtMs: number;
  /** `cancelled`: the answer is no longer needed. */
  readonly state: "pending" | "answered" | "expired" | "cancelled";
  /** Who answered: the name of a surface or a person. */
  readonly answeredBy?: string | undefined;
  readonly actor?: EventActor | undefined;
}

export interface PermissionInteraction extends InteractionBase {
  readonly kind: "permission";
  readonly toolCall: ToolCallUpdate;
  readonly options: readonly PermissionOption[];
  /** Why approval is needed. */
  readonly reason: string;
  /** The danger, in a sentence. */
  readonly danger?: string | undefined;
  /** Descriptions of the choices that can be remembered; empty if Parley has to ask every time. */
  readonly proposals?: readonly string[] | undefined;
  readonly answer?: PermissionReply | undefined;
}

export interface ElicitationInteraction extends InteractionBase {
  readonly kind: "elicitation";
  readonly request: CreateElicitationRequest;
  readonly answer?: CreateElicitationResponse | undefined;
}

export type Interaction = PermissionInteraction | ElicitationInteraction;

export interface InteractionQuery {
  readonly sessionId?: string | undefined;
  readonly state?: Interaction["state"] | undefined;
}

export interface Interactions {
  list(query?: InteractionQuery): Promise<readonly Interaction[]>;
  /** Rejects with `interaction_not_found`. */
  get(id: string): Promise<Interaction>;
  /** The first answer counts; rejects with `interaction_over` after it, with `bad_input` if the question has no such option. */
  answerPermission(id: string, reply: PermissionReply, by: string, actor?: EventActor): Promise<Interaction>;
  answerElicitation(
    id: string,
    response: CreateElicitationResponse,
    by: string,
    actor?: EventActor,
  ): Promise<Interaction>;
  /** Called for every question and its end, after it was stored. Returns a function that stops it. */
  onChange(listener: (interaction: Interaction) => void): () => void;
}
