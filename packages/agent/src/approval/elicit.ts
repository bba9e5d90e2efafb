// Puts one question to the client, and records it with its answer.
import type {
  ClientConnection,
  CreateElicitationRequest,
  CreateElicitationResponse,
  Known,
  SessionEventBody,
} from "@parley/acp";
import { ABORTED, createId, untilAborted, type Clock } from "@parley/base";

export interface ElicitOptions {
  readonly client: Pick<ClientConnection, "request">;
  readonly record: (body: SessionEventBody) => void;
  readonly clock: Clock;
}

/** `ABORTED` if the signal came first. Rejects as the client does. */
export async function elicit(
  { client, record, clock }: ElicitOptions,
  request: CreateElicitationRequest,
  signal: AbortSignal,
): Promise<CreateElicitationResponse | typeof ABORTED> {
  const interactionId = createId(clock);
  record({ type: "elicitation_asked", interactionId, request });
  try {
    const asked = client.request("elicitation/create", request as Known<CreateElicitationRequest>, { signal });
    const response = await untilAborted(asked, signal);
    const isAborted = response === ABORTED;
    record({
      type: "elicitation_answered",
      interactionId,
      response: isAborted ? { action: "cancel" } : response,
      by: isAborted ? "cancel" : "user",
    });
    return response;
  } catch (cause) {
    record({ type: "elicitation_answered", interactionId, response: { action: "cancel" }, by: "error" });
    throw cause;
  }
}
