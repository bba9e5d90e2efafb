// Questions of agents as parts of messages that call for an action.
import { isObject } from "@parley/base";
import type { ElicitationAnsweredEvent, ElicitationAskedEvent, PermissionAskedEvent } from "@parley/acp";
import { describeToolCall } from "@parley/hub";
import { reveal } from "@parley/policy";
import { type NativeContent } from "./native-message.ts";
import { toolName } from "./tool-parts.ts";

export function toConfirmation({ interactionId, toolCall, options }: PermissionAskedEvent): NativeContent {
  return {
    type: "actionRequired",
    data: {
      actionType: "toolConfirmation",
      id: interactionId,
      toolName: toolName(toolCall),
      arguments: isObject(toolCall.rawInput) ? toolCall.rawInput : {},
      prompt: [reveal(toolCall.title ?? toolName(toolCall)), ...describeToolCall(toolCall)].join("\n"),
    },
    acp: { toolCall, options },
  };
}

export function toElicitation({ interactionId, request }: ElicitationAskedEvent): NativeContent {
  const { mode } = request;
  return {
    type: "actionRequired",
    data: {
      actionType: "elicitation",
      id: interactionId,
      message: mode === undefined ? "" : request.message,
      requested_schema: mode === "form" ? request.requestedSchema : {},
      ...(mode === "url" ? { url: request.url } : {}),
    },
    acp: { request },
  };
}

export function toElicitationResponse({ interactionId, response, by }: ElicitationAnsweredEvent): NativeContent {
  const content = response.action === "accept" ? (response.content ?? {}) : {};
  return {
    type: "actionRequired",
    data: { actionType: "elicitationResponse", id: interactionId, user_data: content },
    acp: { response, by },
  };
}
