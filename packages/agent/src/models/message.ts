// The conversation as models see it, independent of the provider. Plain data that can be restored from a session's log.

export interface TextPart {
  readonly type: "text";
  readonly text: string;
  readonly provider?: ProviderData | undefined;
}

export interface ImagePart {
  readonly type: "image";
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
}

/** A document that some models can read directly: PDF, audio. */
export interface FilePart {
  readonly type: "file";
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
  readonly name?: string | undefined;
}

export interface ThoughtPart {
  readonly type: "thought";
  readonly text: string;
  readonly provider?: ProviderData | undefined;
}

export interface ToolCallPart {
  readonly type: "tool_call";
  readonly callId: string;
  readonly name: string;
  /** As written by the model, unchecked. */
  readonly input: unknown;
  readonly provider?: ProviderData | undefined;
}

/** Opaque data of the provider, such as signatures, which must be sent back unchanged. */
export type ProviderData = Readonly<Record<string, unknown>>;

export type UserPart = TextPart | ImagePart | FilePart;
export type AssistantPart = TextPart | ThoughtPart | ToolCallPart;
export type ResultPart = TextPart | ImagePart;

export interface UserMessage {
  readonly role: "user";
  readonly parts: readonly UserPart[];
}

export interface AssistantMessage {
  readonly role: "assistant";
  readonly parts: readonly AssistantPart[];
}

export interface ToolResult {
  readonly callId: string;
  readonly name: string;
  readonly parts: readonly ResultPart[];
  readonly isError: boolean;
}

/** One result for every tool call of the assistant message before it. */
export interface ToolMessage {
  readonly role: "tool";
  readonly results: readonly ToolResult[];
}

export type Message = UserMessage | AssistantMessage | ToolMessage;
