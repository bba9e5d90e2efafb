// Sends a session's questions to one client, and its answers to the hub.
import type {
  ClientConnection,
  CreateElicitationRequest,
  Known,
  RequestPermissionRequest,
  ToolCallUpdate,
} from "@parley/acp";
import { isObject, ParleyError, type Log } from "@parley/base";
import type { ElicitationInteraction, Hub, Interaction, PermissionInteraction } from "@parley/hub";
import { RpcError } from "@parley/rpc";
import { actorOfClient } from "../../../auth/actor.ts";
import { answerPermission, offeredOptions, toRemember } from "../../../auth/answer-permission.ts";
import type { Caller } from "../../../http/dialect.ts";
import { ACP_ASKS_MAX, ACP_REACHED_QUESTIONS_MAX, ANSWER_REASON_CHARS_MAX } from "../../../limits.ts";

export interface AskerOptions {
  readonly sessionId: string;
  readonly hub: Hub;
  readonly client: ClientConnection;
  readonly log: Log;
  readonly caller: Caller;
  /** Who answers, for the hub. */
  readonly by: () => string;
}

export class Asker {
  readonly #options: AskerOptions;
  /** Questions that may be sent to this client, because it has the preceding events. */
  readonly #reached = new Set<string>();
  readonly #asked = new Map<string, AbortController>();
  /** Questions whose answer this client gave, until the log reports them as answered. */
  readonly #answered = new Set<string>();
  #isClosed = false;

  constructor(options: AskerOptions) {
    this.#options = options;
  }

  get sessionId(): string {
    return this.#options.sessionId;
  }

  reached(interactionId: string): void {
    this.#reached.add(interactionId);
    const [oldest] = this.#reached;
    if (this.#reached.size > ACP_REACHED_QUESTIONS_MAX && oldest !== undefined) this.#reached.delete(oldest);
  }

  forget(interactionId: string): void {
    this.#reached.delete(interactionId);
    this.#answered.delete(interactionId);
  }

  hasAnswered(interactionId: string): boolean {
    return this.#answered.has(interactionId);
  }

  /** Asks once, and only after the question's event was sent. */
  offer(interaction: Interaction): void {
    const { id } = interaction;
    if (this.#isClosed || this.#asked.has(id) || !this.#reached.has(id)) return;
    const controller = new AbortController();
    this.#asked.set(id, controller);
    void this.#askUntilFit(interaction, controller.signal)
      .catch((error: unknown) => this.#unanswered(id, error, controller.signal))
      .finally(() => this.#reached.delete(id));
  }

  /** The question was answered elsewhere, or is no longer needed. */
  withdraw(interactionId: string): void {
    this.#reached.delete(interactionId);
    this.#asked.get(interactionId)?.abort();
    this.#asked.delete(interactionId);
  }

  /** The connection stops following the session. Its open questions stay open for other clients. */
  close(): void {
    this.#isClosed = true;
    for (const controller of this.#asked.values()) controller.abort();
    this.#asked.clear();
  }

  async #askUntilFit(interaction: Interaction, signal: AbortSignal): Promise<void> {
    for (let asks = 1; ; asks += 1) {
      try {
        await this.#ask(interaction, signal);
        return;
      } catch (error) {
        const isMisfit = error instanceof ParleyError && error.code === "bad_input";
        if (!isMisfit || signal.aborted || asks >= ACP_ASKS_MAX) throw error;
      }
    }
  }

  #ask(interaction: Interaction, signal: AbortSignal): Promise<void> {
    return interaction.kind === "permission"
      ? this.#askPermission(interaction, signal)
      : this.#askElicitation(interaction, signal);
  }

  async #askPermission(interaction: PermissionInteraction, signal: AbortSignal): Promise<void> {
    const { id, toolCall, options, reason, danger, proposals = [] } = interaction;
    const { client, hub, by, caller, sessionId } = this.#options;
    const meta = { parley: { interactionId: id, reason, danger, proposals } };
    // Decoded values, without unknown variants.
    const params = {
      sessionId,
      toolCall: withoutTerminals(toolCall),
      options: offeredOptions(caller, options),
      _meta: meta,
    } as Known<RequestPermissionRequest>;
    const { outcome, _meta: said } = await client.request("session/request_permission", params, { signal });
    if (signal.aborted) return;
    const answer = { outcome, ...readSaid(said, sessionId) };
    await this.#give(id, () => answerPermission(hub, caller, id, answer, actorOfClient(caller, client), by()));
  }

  async #askElicitation({ id, request }: ElicitationInteraction, signal: AbortSignal): Promise<void> {
    const { client, hub, by, caller, sessionId } = this.#options;
    if (!client.supports(`elicitation.${request.mode ?? ""}`)) return;
    // The agent's own ids of the session and of its request are meaningless to this client.
    const { requestId: _requestId, ...fields } = request as CreateElicitationRequest & { requestId?: unknown };
    const params = { ...fields, sessionId } as Known<CreateElicitationRequest>;
    const response = await client.request("elicitation/create", params, { signal });
    if (signal.aborted) return;
    const actor = actorOfClient(caller, client);
    await this.#give(id, () => hub.interactions.answerElicitation(id, response, by(), actor));
  }

  /** If the answer is refused, another client's answer counts. */
  async #give(interactionId: string, give: () => Promise<unknown>): Promise<void> {
    this.#answered.add(interactionId);
    try {
      await give();
    } catch (error) {
      this.#answered.delete(interactionId);
      throw error;
    }
  }

  /** A client that cannot answer leaves the question to others. */
  #unanswered(interactionId: string, cause: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    const isOver = cause instanceof ParleyError && (cause.code === "interaction_over" || isGone(cause));
    if (isOver) return;
    const message = cause instanceof RpcError || cause instanceof ParleyError ? cause.message : String(cause);
    this.#options.log.write("warn", "A client did not answer a question", { interactionId, message });
  }
}

type Said = Pick<Parameters<Hub["interactions"]["answerPermission"]>[1], "remember" | "reason">;

/** What an answer contains besides its option: whether it applies longer, and a reason. Anything else is ignored. */
function readSaid(meta: unknown, sessionId: string): Said {
  const own = isObject(meta) ? meta["parley"] : undefined;
  const { remember, reason } = isObject(own) ? own : {};
  return {
    ...(typeof remember === "string" && toRemember(remember, sessionId)),
    ...(typeof reason === "string" && reason !== "" && { reason: reason.slice(0, ANSWER_REASON_CHARS_MAX) }),
  };
}

/** Terminals belong to the hub; this client has none of them. */
function withoutTerminals(toolCall: ToolCallUpdate): ToolCallUpdate {
  const { content } = toolCall;
  if (content === undefined || content === null) return toolCall;
  return { ...toolCall, content: content.filter(({ type }) => type !== "terminal") };
}

function isGone({ code }: ParleyError): boolean {
  return code === "connection_closed" || code === "interaction_not_found";
}
