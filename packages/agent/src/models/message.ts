// The conversation as models see it, whoever makes them. Plain data: a session's log can be turned into it and back.

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

/** A document that some models can read as it is: a PDF, audio. */
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
  /** As the model wrote it: nobody has checked it. */
  readonly input: unknown;
  readonly provider?: ProviderData | undefined;
}

/** Signatures and the like: nobody's business but the provider's that gave them, which wants them back word for word. */
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

/** Answers every tool call of the assistant's message before it, each once. */
export interface ToolMessage {
  readonly role: "tool";
  readonly results: readonly ToolResult[];
}

export type Message = UserMessage | AssistantMessage | ToolMessage;
