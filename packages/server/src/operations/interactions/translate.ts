// Questions of the hub as the native API shows them, and answers as the hub takes them.
import type { CreateElicitationResponse } from "@parley/acp";
import { decode } from "@parley/acp/decode";
import type { NativeInteraction } from "@parley/contract";
import type { Interaction, PermissionInteraction } from "@parley/hub";
import { FieldError } from "../input/field-error.ts";

export function toNativeInteraction(interaction: Interaction): NativeInteraction {
  const { id, kind, sessionId, turnId, agent, state, createdAtMs, expiresAtMs, answeredBy, answer } = interaction;
  return {
    id,
    kind,
    ...(sessionId === undefined ? {} : { session_id: sessionId }),
    ...(turnId === undefined ? {} : { turn_id: turnId }),
    agent,
    state,
    created_at: new Date(createdAtMs).toISOString(),
    expires_at: new Date(expiresAtMs).toISOString(),
    ...(answeredBy === undefined ? {} : { answered_by: answeredBy }),
    ...(answer === undefined ? {} : { answer }),
    ...(interaction.kind === "permission" ? describePermission(interaction) : { request: interaction.request }),
  };
}

function describePermission({
  toolCall,
  options,
  reason,
  danger,
  proposals = [],
}: PermissionInteraction): Pick<NativeInteraction, "tool_call" | "options" | "reason" | "danger" | "proposals"> {
  return { tool_call: toolCall, options, reason, ...(danger === undefined ? {} : { danger }), proposals };
}

export function toElicitationResponse(
  action: string,
  content: Readonly<Record<string, unknown>> | undefined,
): CreateElicitationResponse {
  const result = decode("CreateElicitationResponse", {
    action,
    ...(action === "accept" ? { content: content ?? {} } : {}),
  });
  if (!result.ok) throw new FieldError("content", result.error.message);
  return result.value;
}
