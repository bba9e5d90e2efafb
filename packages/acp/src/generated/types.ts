// The types of the Agent Client Protocol, version 1. Made by `npm run generate`; do not edit.
import type { UnknownVariant } from "../unknown.ts";

/** A JSON-RPC request object. */
export interface AgentRequest {
  /** The request id used to correlate the matching response. */
  id: RequestId;
  /** The method name to invoke. */
  method: string;
  /** Method-specific request parameters. */
  params?: WriteTextFileRequest | ReadTextFileRequest | RequestPermissionRequest | CreateTerminalRequest | TerminalOutputRequest | ReleaseTerminalRequest | WaitForTerminalExitRequest | KillTerminalRequest | CreateElicitationRequest | ExtRequest | null | undefined;
}

/** JSON RPC Request Id */
export type RequestId = null | number | string;

/** Request to write content to a text file. */
export interface WriteTextFileRequest {
  /** The session ID for this request. */
  sessionId: SessionId;
  /** Absolute path to the file to write. */
  path: string;
  /** The text content to write to the file. */
  content: string;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** A unique identifier for a conversation session between a client and agent. */
export type SessionId = string;

/** Request to read content from a text file. */
export interface ReadTextFileRequest {
  /** The session ID for this request. */
  sessionId: SessionId;
  /** Absolute path to the file to read. */
  path: string;
  /** Line number to start reading from (1-based). */
  line?: number | null | undefined;
  /** Maximum number of lines to read. */
  limit?: number | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Request for user permission to execute a tool call. */
export interface RequestPermissionRequest {
  /** The session ID for this request. */
  sessionId: SessionId;
  /** Details about the tool call requiring permission. */
  toolCall: ToolCallUpdate;
  /** Available permission options for the user to choose from. */
  options: PermissionOption[];
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** An update to an existing tool call. */
export interface ToolCallUpdate {
  /** The ID of the tool call being updated. */
  toolCallId: ToolCallId;
  /** Update the tool kind. */
  kind?: ToolKind | null | undefined;
  /** Update the execution status. */
  status?: ToolCallStatus | null | undefined;
  /** Update the human-readable title. */
  title?: string | null | undefined;
  /** Update the programmatic name of the tool being invoked. */
  name?: string | null | undefined;
  /** Replace the content collection. */
  content?: ToolCallContent[] | null | undefined;
  /** Replace the locations collection. */
  locations?: ToolCallLocation[] | null | undefined;
  /** Update the raw input. */
  rawInput?: unknown;
  /** Update the raw output. */
  rawOutput?: unknown;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Unique identifier for a tool call within a session. */
export type ToolCallId = string;

/** Categories of tools that can be invoked. */
export type ToolKind = "read" | "edit" | "delete" | "move" | "search" | "execute" | "think" | "fetch" | "switch_mode" | "other";

/** Execution status of a tool call. */
export type ToolCallStatus = "pending" | "in_progress" | "completed" | "failed";

/** Content produced by a tool call. */
export type ToolCallContent =
  | (Content & { type: "content" })
  | (Diff & { type: "diff" })
  | (Terminal & { type: "terminal" })
  | UnknownVariant;

/** Content blocks represent displayable information in the Agent Client Protocol. */
export type ContentBlock =
  | (TextContent & { type: "text" })
  | (ImageContent & { type: "image" })
  | (AudioContent & { type: "audio" })
  | (ResourceLink & { type: "resource_link" })
  | (EmbeddedResource & { type: "resource" })
  | UnknownVariant;

/** Optional annotations for the client. */
export interface Annotations {
  /** Intended recipients for this content, such as the user or assistant. */
  audience?: Role[] | null | undefined;
  /** Timestamp indicating when the underlying resource was last modified. */
  lastModified?: string | null | undefined;
  /** Relative importance of this content when clients choose what to surface. */
  priority?: number | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** The sender or recipient of messages and data in a conversation. */
export type Role = "assistant" | "user";

/** Text provided to or from an LLM. */
export interface TextContent {
  /** Optional annotations that help clients decide how to display or route this content. */
  annotations?: Annotations | null | undefined;
  /** Text payload carried by this content block. */
  text: string;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** An image provided to or from an LLM. */
export interface ImageContent {
  /** Optional annotations that help clients decide how to display or route this content. */
  annotations?: Annotations | null | undefined;
  /** Base64-encoded media payload. */
  data: string;
  /** MIME type describing the encoded media payload. */
  mimeType: string;
  /** URI associated with this resource or media payload. */
  uri?: string | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Audio provided to or from an LLM. */
export interface AudioContent {
  /** Optional annotations that help clients decide how to display or route this content. */
  annotations?: Annotations | null | undefined;
  /** Base64-encoded media payload. */
  data: string;
  /** MIME type describing the encoded media payload. */
  mimeType: string;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** A resource that the server is capable of reading, included in a prompt or tool call result. */
export interface ResourceLink {
  /** Optional annotations that help clients decide how to display or route this content. */
  annotations?: Annotations | null | undefined;
  /** Optional human-readable details shown with this protocol object. */
  description?: string | null | undefined;
  /** MIME type describing the encoded media payload. */
  mimeType?: string | null | undefined;
  /** Human-readable name shown for this protocol object. */
  name: string;
  /** Optional size of the linked resource in bytes, if known. */
  size?: number | null | undefined;
  /** Optional display title for end-user UI. */
  title?: string | null | undefined;
  /** URI associated with this resource or media payload. */
  uri: string;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Resource content that can be embedded in a message. */
export type EmbeddedResourceResource = TextResourceContents | BlobResourceContents;

/** Text-based resource contents. */
export interface TextResourceContents {
  /** MIME type describing the encoded media payload. */
  mimeType?: string | null | undefined;
  /** Text payload carried by this content block. */
  text: string;
  /** URI associated with this resource or media payload. */
  uri: string;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Binary resource contents. */
export interface BlobResourceContents {
  /** Base64-encoded bytes for a binary resource payload. */
  blob: string;
  /** MIME type describing the encoded media payload. */
  mimeType?: string | null | undefined;
  /** URI associated with this resource or media payload. */
  uri: string;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** The contents of a resource, embedded into a prompt or tool call result. */
export interface EmbeddedResource {
  /** Optional annotations that help clients decide how to display or route this content. */
  annotations?: Annotations | null | undefined;
  /** Embedded resource payload, either text or binary data. */
  resource: EmbeddedResourceResource;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Standard content block (text, images, resources). */
export interface Content {
  /** The actual content block. */
  content: ContentBlock;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** A diff representing file modifications. */
export interface Diff {
  /** The absolute file path being modified. */
  path: string;
  /** The original content (omitted or `null` for new files). */
  oldText?: string | null | undefined;
  /** The new content after modification. */
  newText: string;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Typed identifier used for terminal values on the wire. */
export type TerminalId = string;

/** Embed a terminal created with `terminal/create` by its id. */
export interface Terminal {
  /** Identifier of the terminal instance to embed in the content stream. */
  terminalId: TerminalId;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** A file location being accessed or modified by a tool. */
export interface ToolCallLocation {
  /** The absolute file path being accessed or modified. */
  path: string;
  /** Optional 1-based line number within the file. */
  line?: number | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** An option presented to the user when requesting permission. */
export interface PermissionOption {
  /** Unique identifier for this permission option. */
  optionId: PermissionOptionId;
  /** Human-readable label to display to the user. */
  name: string;
  /** Hint about the nature of this permission option. */
  kind: PermissionOptionKind;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Unique identifier for a permission option. */
export type PermissionOptionId = string;

/** The type of permission option being presented to the user. */
export type PermissionOptionKind = "allow_once" | "allow_always" | "reject_once" | "reject_always" | (string & {});

/** Request to create a new terminal and execute a command. */
export interface CreateTerminalRequest {
  /** The session ID for this request. */
  sessionId: SessionId;
  /** The command to execute. */
  command: string;
  /** Array of command arguments. */
  args?: string[] | undefined;
  /** Environment variables for the command. */
  env?: EnvVariable[] | undefined;
  /** Working directory for the command. */
  cwd?: string | null | undefined;
  /** Maximum number of output bytes to retain. */
  outputByteLimit?: number | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** An environment variable to set when launching an MCP server. */
export interface EnvVariable {
  /** The name of the environment variable. */
  name: string;
  /** The value to set for the environment variable. */
  value: string;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Request to get the current output and status of a terminal. */
export interface TerminalOutputRequest {
  /** The session ID for this request. */
  sessionId: SessionId;
  /** The ID of the terminal to get output from. */
  terminalId: TerminalId;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Request to release a terminal and free its resources. */
export interface ReleaseTerminalRequest {
  /** The session ID for this request. */
  sessionId: SessionId;
  /** The ID of the terminal to release. */
  terminalId: TerminalId;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Request to wait for a terminal command to exit. */
export interface WaitForTerminalExitRequest {
  /** The session ID for this request. */
  sessionId: SessionId;
  /** The ID of the terminal to wait for. */
  terminalId: TerminalId;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Request to kill a terminal without releasing it. */
export interface KillTerminalRequest {
  /** The session ID for this request. */
  sessionId: SessionId;
  /** The ID of the terminal to kill. */
  terminalId: TerminalId;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Request from the agent to elicit structured user input. */
export type CreateElicitationRequest = ({
  /** A human-readable message describing what input is needed. */
  message: string;
  _meta?: { [name: string]: unknown } | null | undefined;
} & ((ElicitationFormMode & { mode: "form" }) | (ElicitationUrlMode & { mode: "url" }))) | UnknownVariant;

/** Session-scoped elicitation, optionally tied to a specific tool call. */
export interface ElicitationSessionScope {
  /** The session this elicitation is tied to. */
  sessionId: SessionId;
  /** Optional tool call within the session. */
  toolCallId?: ToolCallId | null | undefined;
}

/** Request-scoped elicitation, tied to a specific JSON-RPC request outside of a session (e.g., during auth/configuration phases before any session is started). */
export interface ElicitationRequestScope {
  /** The request this elicitation is tied to. */
  requestId: RequestId;
}

/** Type-safe elicitation schema for requesting structured user input. */
export interface ElicitationSchema {
  /** Type discriminator. */
  type?: ElicitationSchemaType | undefined;
  /** Optional title for the schema. */
  title?: string | null | undefined;
  /** Property definitions (must be primitive types). */
  properties?: { [name: string]: ElicitationPropertySchema } | undefined;
  /** List of required property names. */
  required?: string[] | null | undefined;
  /** Optional description of what this schema represents. */
  description?: string | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Type discriminator for elicitation schemas. */
export type ElicitationSchemaType = "object";

/** Property schema for elicitation form fields. */
export type ElicitationPropertySchema =
  | (StringPropertySchema & { type: "string" })
  | (NumberPropertySchema & { type: "number" })
  | (IntegerPropertySchema & { type: "integer" })
  | (BooleanPropertySchema & { type: "boolean" })
  | (MultiSelectPropertySchema & { type: "array" })
  | UnknownVariant;

/** String format types for string properties in elicitation schemas. */
export type StringFormat = "email" | "uri" | "date" | "date-time" | (string & {});

/** A titled enum option with a const value, human-readable title, and optional description. */
export interface EnumOption {
  /** The constant value for this option. */
  const: string;
  /** Human-readable title for this option. */
  title: string;
  /** Human-readable description. */
  description?: string | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Schema for string properties in an elicitation form. */
export interface StringPropertySchema {
  /** Optional title for the property. */
  title?: string | null | undefined;
  /** Human-readable description. */
  description?: string | null | undefined;
  /** Minimum string length. */
  minLength?: number | null | undefined;
  /** Maximum string length. */
  maxLength?: number | null | undefined;
  /** Pattern the string must match. */
  pattern?: string | null | undefined;
  /** String format. */
  format?: StringFormat | null | undefined;
  /** Default value. */
  default?: string | null | undefined;
  /** Enum values for untitled single-select enums. */
  enum?: string[] | null | undefined;
  /** Titled enum options for titled single-select enums. */
  oneOf?: EnumOption[] | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Schema for number (floating-point) properties in an elicitation form. */
export interface NumberPropertySchema {
  /** Optional title for the property. */
  title?: string | null | undefined;
  /** Human-readable description. */
  description?: string | null | undefined;
  /** Minimum value (inclusive). */
  minimum?: number | null | undefined;
  /** Maximum value (inclusive). */
  maximum?: number | null | undefined;
  /** Default value. */
  default?: number | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Schema for integer properties in an elicitation form. */
export interface IntegerPropertySchema {
  /** Optional title for the property. */
  title?: string | null | undefined;
  /** Human-readable description. */
  description?: string | null | undefined;
  /** Minimum value (inclusive). */
  minimum?: number | null | undefined;
  /** Maximum value (inclusive). */
  maximum?: number | null | undefined;
  /** Default value. */
  default?: number | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Schema for boolean properties in an elicitation form. */
export interface BooleanPropertySchema {
  /** Optional title for the property. */
  title?: string | null | undefined;
  /** Human-readable description. */
  description?: string | null | undefined;
  /** Default value. */
  default?: boolean | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Items for a multi-select (array) property schema. */
export type MultiSelectItems =
  | (StringMultiSelectItems & { type: "string" })
  | (TitledMultiSelectItems & { type?: undefined })
  | UnknownVariant;

/** String item schema for multi-select enum properties. */
export interface StringMultiSelectItems {
  /** Allowed enum values. */
  enum: string[];
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Items definition for titled multi-select enum properties. */
export interface TitledMultiSelectItems {
  /** Titled enum options. */
  anyOf: EnumOption[];
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Schema for multi-select (array) properties in an elicitation form. */
export interface MultiSelectPropertySchema {
  /** Optional title for the property. */
  title?: string | null | undefined;
  /** Human-readable description. */
  description?: string | null | undefined;
  /** Minimum number of items to select. */
  minItems?: number | null | undefined;
  /** Maximum number of items to select. */
  maxItems?: number | null | undefined;
  /** The items definition describing allowed values. */
  items: MultiSelectItems;
  /** Default selected values. */
  default?: string[] | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Form-based elicitation mode where the client renders a form from the provided schema. */
export type ElicitationFormMode = {
  /** A JSON Schema describing the form fields to present to the user. */
  requestedSchema: ElicitationSchema;
} & (ElicitationSessionScope | ElicitationRequestScope);

/** Unique identifier for an elicitation. */
export type ElicitationId = string;

/** URL-based elicitation mode where the client directs the user to a URL. */
export type ElicitationUrlMode = {
  /** The unique identifier for this elicitation. */
  elicitationId: ElicitationId;
  /** The URL to direct the user to. */
  url: string;
} & (ElicitationSessionScope | ElicitationRequestScope);

/** Allows for sending an arbitrary request that is not part of the ACP spec. */
export type ExtRequest = unknown;

/** A JSON-RPC response object. */
export type AgentResponse = {
  /** The id of the request this response answers. */
  id: RequestId;
  /** Method-specific response data. */
  result: InitializeResponse | AuthenticateResponse | LogoutResponse | NewSessionResponse | LoadSessionResponse | ListSessionsResponse | DeleteSessionResponse | ResumeSessionResponse | CloseSessionResponse | SetSessionModeResponse | SetSessionConfigOptionResponse | PromptResponse | ExtResponse;
} | {
  /** The id of the request this response answers. */
  id: RequestId;
  /** Method-specific error data. */
  error: Error;
};

/** Response to the `initialize` method. */
export interface InitializeResponse {
  /** The protocol version the client specified if supported by the agent, or the latest protocol version supported by the agent. */
  protocolVersion: ProtocolVersion;
  /** Capabilities supported by the agent. */
  agentCapabilities?: AgentCapabilities | undefined;
  /** Authentication methods supported by the agent. */
  authMethods?: AuthMethod[] | undefined;
  /** Information about the Agent name and version sent to the Client. */
  agentInfo?: Implementation | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Protocol version identifier. */
export type ProtocolVersion = number;

/** Capabilities supported by the agent. */
export interface AgentCapabilities {
  /** Whether the agent supports `session/load`. */
  loadSession?: boolean | undefined;
  /** Prompt capabilities supported by the agent. */
  promptCapabilities?: PromptCapabilities | undefined;
  /** MCP capabilities supported by the agent. */
  mcpCapabilities?: McpCapabilities | undefined;
  /** Session lifecycle and prompt capabilities advertised by the agent. */
  sessionCapabilities?: SessionCapabilities | undefined;
  /** Authentication-related capabilities supported by the agent. */
  auth?: AgentAuthCapabilities | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Prompt capabilities supported by the agent in `session/prompt` requests. */
export interface PromptCapabilities {
  /** Agent supports `image` content blocks. */
  image?: boolean | undefined;
  /** Agent supports `audio` content blocks. */
  audio?: boolean | undefined;
  /** Agent supports embedded context in `session/prompt` requests. */
  embeddedContext?: boolean | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** MCP capabilities supported by the agent */
export interface McpCapabilities {
  /** Agent supports `http` MCP servers. */
  http?: boolean | undefined;
  /** Agent supports `sse` MCP servers. */
  sse?: boolean | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Session capabilities supported by the agent. */
export interface SessionCapabilities {
  /** Whether the agent supports `session/list`. */
  list?: SessionListCapabilities | null | undefined;
  /** Whether the agent supports `session/delete`. */
  delete?: SessionDeleteCapabilities | null | undefined;
  /** Whether the agent supports `additionalDirectories` on supported session lifecycle requests. */
  additionalDirectories?: SessionAdditionalDirectoriesCapabilities | null | undefined;
  /** Whether the agent supports `session/resume`. */
  resume?: SessionResumeCapabilities | null | undefined;
  /** Whether the agent supports `session/close`. */
  close?: SessionCloseCapabilities | null | undefined;
  /** Whether the agent supports `session/fork`. */
  fork?: SessionForkCapabilities | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Capabilities for the `session/list` method. */
export interface SessionListCapabilities {
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Capabilities for the `session/delete` method. */
export interface SessionDeleteCapabilities {
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Capabilities for additional session directories support. */
export interface SessionAdditionalDirectoriesCapabilities {
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Capabilities for the `session/resume` method. */
export interface SessionResumeCapabilities {
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Capabilities for the `session/close` method. */
export interface SessionCloseCapabilities {
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Authentication-related capabilities supported by the agent. */
export interface AgentAuthCapabilities {
  /** Whether the agent supports the logout method. */
  logout?: LogoutCapabilities | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Logout capabilities supported by the agent. */
export interface LogoutCapabilities {
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Describes an available authentication method. */
export type AuthMethod =
  | (AuthMethodTerminal & { type: "terminal" })
  | (AuthMethodAgent & { type?: "agent" | undefined })
  | UnknownVariant;

/** Typed identifier used for auth method values on the wire. */
export type AuthMethodId = string;

/** Terminal-based authentication method. */
export interface AuthMethodTerminal {
  /** Unique identifier for this authentication method. */
  id: AuthMethodId;
  /** Human-readable name of the authentication method. */
  name: string;
  /** Optional human-readable description of this authentication method. */
  description?: string | null | undefined;
  /** Additional arguments to append to the configured agent invocation for terminal auth. */
  args?: string[] | undefined;
  /** Additional environment variables to set on the configured agent invocation for terminal auth. */
  env?: { [name: string]: string } | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Agent handles authentication itself through `authenticate`. */
export interface AuthMethodAgent {
  /** Unique identifier for this authentication method. */
  id: AuthMethodId;
  /** Human-readable name of the authentication method. */
  name: string;
  /** Optional human-readable description of this authentication method. */
  description?: string | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Metadata about the implementation of the client or agent. */
export interface Implementation {
  /** Intended for programmatic or logical use, but can be used as a display name fallback if title isn't present. */
  name: string;
  /** Intended for UI and end-user contexts and optimized to be human-readable and easily understood. */
  title?: string | null | undefined;
  /** Version of the implementation. */
  version: string;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Response to the `authenticate` method. */
export interface AuthenticateResponse {
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Response to the `logout` method. */
export interface LogoutResponse {
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Response from creating a new session. */
export interface NewSessionResponse {
  /** Unique identifier for the created session. */
  sessionId: SessionId;
  /** Initial mode state if supported by the Agent */
  modes?: SessionModeState | null | undefined;
  /** Initial session configuration options if supported by the Agent. */
  configOptions?: SessionConfigOption[] | null | undefined;
  /** The models of the session, as agents announced them before config options. */
  models?: SessionModelState | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** The set of modes and the one currently active. */
export interface SessionModeState {
  /** The current mode the Agent is in. */
  currentModeId: SessionModeId;
  /** The set of modes that the Agent can operate in */
  availableModes: SessionMode[];
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Unique identifier for a Session Mode. */
export type SessionModeId = string;

/** A mode the agent can operate in. */
export interface SessionMode {
  /** Stable identifier used to refer to this protocol object in later messages. */
  id: SessionModeId;
  /** Human-readable name shown for this protocol object. */
  name: string;
  /** Optional human-readable details shown with this protocol object. */
  description?: string | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** A session configuration option selector and its current state. */
export type SessionConfigOption = ({
  /** Unique identifier for the configuration option. */
  id: SessionConfigId;
  /** Human-readable label for the option. */
  name: string;
  /** Optional description for the Client to display to the user. */
  description?: string | null | undefined;
  /** Optional semantic category for this option (UX only). */
  category?: SessionConfigOptionCategory | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
} & ((SessionConfigSelect & { type: "select" }) | (SessionConfigBoolean & { type: "boolean" }))) | UnknownVariant;

/** Unique identifier for a session configuration option. */
export type SessionConfigId = string;

/** Semantic category for a session configuration option. */
export type SessionConfigOptionCategory = "mode" | "model" | "model_config" | "thought_level" | (string & {});

/** Unique identifier for a session configuration option value. */
export type SessionConfigValueId = string;

/** Possible values for a session configuration option. */
export type SessionConfigSelectOptions = SessionConfigSelectOption[] | SessionConfigSelectGroup[];

/** A possible value for a session configuration option. */
export interface SessionConfigSelectOption {
  /** Unique identifier for this option value. */
  value: SessionConfigValueId;
  /** Human-readable label for this option value. */
  name: string;
  /** Optional description for this option value. */
  description?: string | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** A group of possible values for a session configuration option. */
export interface SessionConfigSelectGroup {
  /** Unique identifier for this group. */
  group: SessionConfigGroupId;
  /** Human-readable label for this group. */
  name: string;
  /** The set of option values in this group. */
  options: SessionConfigSelectOption[];
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Unique identifier for a session configuration option value group. */
export type SessionConfigGroupId = string;

/** A single-value selector (dropdown) session configuration option payload. */
export interface SessionConfigSelect {
  /** The currently selected value. */
  currentValue: SessionConfigValueId;
  /** The set of selectable options. */
  options: SessionConfigSelectOptions;
}

/** A boolean on/off toggle session configuration option payload. */
export interface SessionConfigBoolean {
  /** The current value of the boolean option. */
  currentValue: boolean;
}

/** Response from loading an existing session. */
export interface LoadSessionResponse {
  /** Initial mode state if supported by the Agent */
  modes?: SessionModeState | null | undefined;
  /** Initial session configuration options if supported by the Agent. */
  configOptions?: SessionConfigOption[] | null | undefined;
  /** The conversation so far, from an agent that does not replay it. */
  messages?: HistoryMessage[] | null | undefined;
  /** The models of the session, as agents announced them before config options. */
  models?: SessionModelState | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Response from listing sessions. */
export interface ListSessionsResponse {
  /** Array of session information objects */
  sessions: SessionInfo[];
  /** Opaque cursor token. */
  nextCursor?: string | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Information about a session returned by session/list */
export interface SessionInfo {
  /** Unique identifier for the session */
  sessionId: SessionId;
  /** The working directory for this session. */
  cwd: string;
  /** Additional workspace roots reported for this session. */
  additionalDirectories?: string[] | undefined;
  /** Human-readable title for the session */
  title?: string | null | undefined;
  /** ISO 8601 timestamp of last activity */
  updatedAt?: string | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Response from deleting a session. */
export interface DeleteSessionResponse {
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Response from resuming an existing session. */
export interface ResumeSessionResponse {
  /** Initial mode state if supported by the Agent */
  modes?: SessionModeState | null | undefined;
  /** Initial session configuration options if supported by the Agent. */
  configOptions?: SessionConfigOption[] | null | undefined;
  /** The models of the session, as agents announced them before config options. */
  models?: SessionModelState | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Response from closing a session. */
export interface CloseSessionResponse {
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Response to `session/set_mode` method. */
export interface SetSessionModeResponse {
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Response to `session/set_config_option` method. */
export interface SetSessionConfigOptionResponse {
  /** The full set of configuration options and their current values. */
  configOptions: SessionConfigOption[];
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Response from processing a user prompt. */
export interface PromptResponse {
  /** Indicates why the agent stopped processing the turn. */
  stopReason: StopReason;
  /** Token usage for this turn (optional). */
  usage?: Usage | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Reasons why an agent stops processing a prompt turn. */
export type StopReason = "end_turn" | "max_tokens" | "max_turn_requests" | "refusal" | "cancelled" | (string & {});

/** Allows for sending an arbitrary response to an extension request that is not part of the ACP spec. */
export type ExtResponse = unknown;

/** JSON-RPC error object. */
export interface Error {
  /** A number indicating the error type that occurred. */
  code: ErrorCode;
  /** A string providing a short description of the error. */
  message: string;
  /** Optional primitive or structured value that contains additional information about the error. */
  data?: unknown;
}

/** Predefined error codes for common JSON-RPC and ACP-specific errors. */
export type ErrorCode = number;

/** A JSON-RPC notification object. */
export interface AgentNotification {
  /** The notification method name. */
  method: string;
  /** Method-specific notification parameters. */
  params?: SessionNotification | CompleteElicitationNotification | ExtNotification | null | undefined;
}

/** Notification containing a session update from the agent. */
export interface SessionNotification {
  /** The ID of the session this update pertains to. */
  sessionId: SessionId;
  /** The actual update content. */
  update: SessionUpdate;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Different types of updates that can be sent during session processing. */
export type SessionUpdate =
  | (ContentChunk & { sessionUpdate: "user_message_chunk" })
  | (ContentChunk & { sessionUpdate: "agent_message_chunk" })
  | (ContentChunk & { sessionUpdate: "agent_thought_chunk" })
  | (ToolCall & { sessionUpdate: "tool_call" })
  | (ToolCallUpdate & { sessionUpdate: "tool_call_update" })
  | (Plan & { sessionUpdate: "plan" })
  | (AvailableCommandsUpdate & { sessionUpdate: "available_commands_update" })
  | (CurrentModeUpdate & { sessionUpdate: "current_mode_update" })
  | (ConfigOptionUpdate & { sessionUpdate: "config_option_update" })
  | (SessionInfoUpdate & { sessionUpdate: "session_info_update" })
  | (UsageUpdate & { sessionUpdate: "usage_update" })
  | (Notice & { sessionUpdate: "notice" })
  | (CompactionUpdate & { sessionUpdate: "compaction_update" })
  | (CompactionSummaryChunk & { sessionUpdate: "compaction_summary_chunk" })
  | UnknownVariant;

/** Unique identifier for a message within a session. */
export type MessageId = string;

/** A streamed item of content */
export interface ContentChunk {
  /** A single item of content */
  content: ContentBlock;
  /** A unique identifier for the message this chunk belongs to. */
  messageId?: MessageId | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Represents a tool call that the language model has requested. */
export interface ToolCall {
  /** Unique identifier for this tool call within the session. */
  toolCallId: ToolCallId;
  /** Human-readable title describing what the tool is doing. */
  title: string;
  /** Programmatic name of the tool being invoked. */
  name?: string | null | undefined;
  /** The category of tool being invoked. */
  kind?: ToolKind | undefined;
  /** Current execution status of the tool call. */
  status?: ToolCallStatus | undefined;
  /** Content produced by the tool call. */
  content?: ToolCallContent[] | undefined;
  /** File locations affected by this tool call. */
  locations?: ToolCallLocation[] | undefined;
  /** Raw input parameters sent to the tool. */
  rawInput?: unknown;
  /** Raw output returned by the tool. */
  rawOutput?: unknown;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** A single entry in the execution plan. */
export interface PlanEntry {
  /** Human-readable description of what this task aims to accomplish. */
  content: string;
  /** The relative importance of this task. */
  priority: PlanEntryPriority;
  /** Current execution status of this task. */
  status: PlanEntryStatus;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Priority levels for plan entries. */
export type PlanEntryPriority = "high" | "medium" | "low" | (string & {});

/** Status of a plan entry in the execution flow. */
export type PlanEntryStatus = "pending" | "in_progress" | "completed" | (string & {});

/** An execution plan for accomplishing complex tasks. */
export interface Plan {
  /** The list of tasks to be accomplished. */
  entries: PlanEntry[];
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Information about a command. */
export interface AvailableCommand {
  /** Command name (e.g., `create_plan`, `research_codebase`). */
  name: string;
  /** Human-readable description of what the command does. */
  description: string;
  /** Input for the command if required */
  input?: AvailableCommandInput | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** The input specification for a command. */
export type AvailableCommandInput = UnstructuredCommandInput;

/** All text that was typed after the command name is provided as input. */
export interface UnstructuredCommandInput {
  /** A hint to display when the input hasn't been provided yet */
  hint: string;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Available commands are ready or have changed */
export interface AvailableCommandsUpdate {
  /** Commands the agent can execute */
  availableCommands: AvailableCommand[];
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** The current mode of the session has changed */
export interface CurrentModeUpdate {
  /** The ID of the current mode */
  currentModeId: SessionModeId;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Session configuration options have been updated. */
export interface ConfigOptionUpdate {
  /** The full set of configuration options and their current values. */
  configOptions: SessionConfigOption[];
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Update to session metadata. */
export interface SessionInfoUpdate {
  /** Human-readable title for the session. */
  title?: string | null | undefined;
  /** ISO 8601 timestamp of last activity. */
  updatedAt?: string | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Cost information for a session. */
export interface Cost {
  /** Total cumulative cost for session. */
  amount: number;
  /** Unit of `amount`: an ISO 4217 currency code (e.g., "USD", "EUR") for money, or another unit such as "credits". */
  currency: string;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Context window and cost update for a session. */
export interface UsageUpdate {
  /** Tokens currently in context. */
  used: number;
  /** Total context window size in tokens. */
  size: number;
  /** Cumulative session cost (optional). */
  cost?: Cost | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Severity hint for a session notice. */
export type NoticeSeverity = "info" | "warning" | "error" | (string & {});

/** Fire-and-forget information for the user. */
export interface Notice {
  /** Presentation severity hint. */
  severity: NoticeSeverity;
  /** Required non-empty plain-text title that can stand alone. */
  title: string;
  /** Optional plain-text detail or guidance. */
  description?: string | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Unique identifier for a context compaction within a session. */
export type CompactionId = string;

/** Lifecycle state of a context compaction. */
export type CompactionStatus = "in_progress" | "completed" | "failed" | "cancelled" | (string & {});

/** A context compaction upsert. */
export interface CompactionUpdate {
  /** The Agent-owned ID of this compaction, unique within the session. */
  compactionId: CompactionId;
  /** Current lifecycle status. */
  status: CompactionStatus;
  /** Complete replacement user-displayable summary content for the compaction. */
  summary?: ContentBlock[] | null | undefined;
  /** Human-readable error details for the compaction. */
  error?: string | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** A content block appended to a compaction's summary. */
export interface CompactionSummaryChunk {
  /** ID of the compaction whose summary receives this content. */
  compactionId: CompactionId;
  /** One content block to append. */
  content: ContentBlock;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Notification sent by the agent when a URL-based elicitation is complete. */
export interface CompleteElicitationNotification {
  /** The ID of the elicitation that completed. */
  elicitationId: ElicitationId;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Allows either side to send an arbitrary notification that is not part of the ACP spec. */
export type ExtNotification = unknown;

/** A JSON-RPC request object. */
export interface ClientRequest {
  /** The request id used to correlate the matching response. */
  id: RequestId;
  /** The method name to invoke. */
  method: string;
  /** Method-specific request parameters. */
  params?: InitializeRequest | AuthenticateRequest | LogoutRequest | NewSessionRequest | LoadSessionRequest | ListSessionsRequest | DeleteSessionRequest | ResumeSessionRequest | CloseSessionRequest | SetSessionModeRequest | SetSessionConfigOptionRequest | PromptRequest | ExtRequest | null | undefined;
}

/** Request parameters for the initialize method. */
export interface InitializeRequest {
  /** The latest protocol version supported by the client. */
  protocolVersion: ProtocolVersion;
  /** Capabilities supported by the client. */
  clientCapabilities?: ClientCapabilities | undefined;
  /** Information about the Client name and version sent to the Agent. */
  clientInfo?: Implementation | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Capabilities supported by the client. */
export interface ClientCapabilities {
  /** File system capabilities supported by the client. */
  fs?: FileSystemCapabilities | undefined;
  /** Whether the Client support all `terminal/*` methods. */
  terminal?: boolean | undefined;
  /** Session-related capabilities supported by the client. */
  session?: ClientSessionCapabilities | null | undefined;
  /** Authentication capabilities supported by the client. */
  auth?: AuthCapabilities | undefined;
  /** Elicitation capabilities supported by the client. */
  elicitation?: ElicitationCapabilities | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** File system capabilities that a client may support. */
export interface FileSystemCapabilities {
  /** Whether the Client supports `fs/read_text_file` requests. */
  readTextFile?: boolean | undefined;
  /** Whether the Client supports `fs/write_text_file` requests. */
  writeTextFile?: boolean | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Session-related capabilities supported by the client. */
export interface ClientSessionCapabilities {
  /** Support for ID-addressed context compaction updates. */
  compaction?: CompactionCapabilities | null | undefined;
  /** Config option capabilities supported by the client. */
  configOptions?: SessionConfigOptionsCapabilities | null | undefined;
  /** Support for live user-facing `notice` session updates. */
  notices?: NoticeCapabilities | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Client support for ID-addressed context compaction updates. */
export interface CompactionCapabilities {}

/** Session configuration option capabilities supported by the client. */
export interface SessionConfigOptionsCapabilities {
  /** Whether the client supports boolean session configuration options. */
  boolean?: BooleanConfigOptionCapabilities | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Capabilities for boolean session configuration options. */
export interface BooleanConfigOptionCapabilities {
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Client support for presenting live notices to the user. */
export interface NoticeCapabilities {}

/** Authentication capabilities supported by the client. */
export interface AuthCapabilities {
  /** Whether the client supports `terminal` authentication methods. */
  terminal?: boolean | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Elicitation capabilities supported by the client. */
export interface ElicitationCapabilities {
  /** Whether the client supports form-based elicitation. */
  form?: ElicitationFormCapabilities | null | undefined;
  /** Whether the client supports URL-based elicitation. */
  url?: ElicitationUrlCapabilities | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Form-based elicitation capabilities. */
export interface ElicitationFormCapabilities {
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** URL-based elicitation capabilities. */
export interface ElicitationUrlCapabilities {
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Request parameters for the authenticate method. */
export interface AuthenticateRequest {
  /** The ID of the authentication method to use. */
  methodId: AuthMethodId;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Request parameters for the logout method. */
export interface LogoutRequest {
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Request parameters for creating a new session. */
export interface NewSessionRequest {
  /** The working directory for this session. */
  cwd: string;
  /** Additional workspace roots for this session. */
  additionalDirectories?: string[] | undefined;
  /** List of MCP (Model Context Protocol) servers the agent should connect to. */
  mcpServers: McpServer[];
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Configuration for connecting to an MCP (Model Context Protocol) server. */
export type McpServer =
  | (McpServerHttp & { type: "http" })
  | (McpServerSse & { type: "sse" })
  | (McpServerStdio & { type?: "stdio" | undefined })
  | UnknownVariant;

/** An HTTP header to set when making requests to the MCP server. */
export interface HttpHeader {
  /** The name of the HTTP header. */
  name: string;
  /** The value to set for the HTTP header. */
  value: string;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** HTTP transport configuration for MCP. */
export interface McpServerHttp {
  /** Human-readable name identifying this MCP server. */
  name: string;
  /** URL to the MCP server. */
  url: string;
  /** HTTP headers to set when making requests to the MCP server. */
  headers: HttpHeader[];
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** SSE transport configuration for MCP. */
export interface McpServerSse {
  /** Human-readable name identifying this MCP server. */
  name: string;
  /** URL to the MCP server. */
  url: string;
  /** HTTP headers to set when making requests to the MCP server. */
  headers: HttpHeader[];
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Stdio transport configuration for MCP. */
export interface McpServerStdio {
  /** Human-readable name identifying this MCP server. */
  name: string;
  /** Absolute path to the MCP server executable. */
  command: string;
  /** Command-line arguments to pass to the MCP server. */
  args: string[];
  /** Environment variables to set when launching the MCP server. */
  env: EnvVariable[];
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Request parameters for loading an existing session. */
export interface LoadSessionRequest {
  /** List of MCP servers to connect to for this session. */
  mcpServers: McpServer[];
  /** The working directory for this session. */
  cwd: string;
  /** Additional workspace roots to activate for this session. */
  additionalDirectories?: string[] | undefined;
  /** The ID of the session to load. */
  sessionId: SessionId;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Request parameters for listing existing sessions. */
export interface ListSessionsRequest {
  /** Filter sessions by working directory. */
  cwd?: string | null | undefined;
  /** Opaque cursor token from a previous response's nextCursor field for cursor-based pagination */
  cursor?: string | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Request parameters for deleting an existing session from `session/list`. */
export interface DeleteSessionRequest {
  /** The ID of the session to delete. */
  sessionId: SessionId;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Request parameters for resuming an existing session. */
export interface ResumeSessionRequest {
  /** The ID of the session to resume. */
  sessionId: SessionId;
  /** The working directory for this session. */
  cwd: string;
  /** Additional workspace roots to activate for this session. */
  additionalDirectories?: string[] | undefined;
  /** List of MCP servers to connect to for this session. */
  mcpServers?: McpServer[] | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Request parameters for closing an active session. */
export interface CloseSessionRequest {
  /** The ID of the session to close. */
  sessionId: SessionId;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Request parameters for setting a session mode. */
export interface SetSessionModeRequest {
  /** The ID of the session to set the mode for. */
  sessionId: SessionId;
  /** The ID of the mode to set. */
  modeId: SessionModeId;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Request parameters for setting a session configuration option. */
export type SetSessionConfigOptionRequest = ({
  /** The ID of the session to set the configuration option for. */
  sessionId: SessionId;
  /** The ID of the configuration option to set. */
  configId: SessionConfigId;
  _meta?: { [name: string]: unknown } | null | undefined;
} & ({ type: "boolean"; value: boolean } | { type?: "value_id" | undefined; value: SessionConfigValueId }));

/** Request parameters for sending a user prompt to the agent. */
export interface PromptRequest {
  /** The ID of the session to send this user message to */
  sessionId: SessionId;
  /** The blocks of content that compose the user's message. */
  prompt: ContentBlock[];
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** A JSON-RPC response object. */
export type ClientResponse = {
  /** The id of the request this response answers. */
  id: RequestId;
  /** Method-specific response data. */
  result: WriteTextFileResponse | ReadTextFileResponse | RequestPermissionResponse | CreateTerminalResponse | TerminalOutputResponse | ReleaseTerminalResponse | WaitForTerminalExitResponse | KillTerminalResponse | CreateElicitationResponse | ExtResponse;
} | {
  /** The id of the request this response answers. */
  id: RequestId;
  /** Method-specific error data. */
  error: Error;
};

/** Response to `fs/write_text_file` */
export interface WriteTextFileResponse {
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Response containing the contents of a text file. */
export interface ReadTextFileResponse {
  /** Content payload returned by this response. */
  content: string;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Response to a permission request. */
export interface RequestPermissionResponse {
  /** The user's decision on the permission request. */
  outcome: RequestPermissionOutcome;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** The outcome of a permission request. */
export type RequestPermissionOutcome =
  | { outcome: "cancelled" }
  | (SelectedPermissionOutcome & { outcome: "selected" })
  | UnknownVariant;

/** The user selected one of the provided options. */
export interface SelectedPermissionOutcome {
  /** The ID of the option the user selected. */
  optionId: PermissionOptionId;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Response containing the ID of the created terminal. */
export interface CreateTerminalResponse {
  /** The unique identifier for the created terminal. */
  terminalId: TerminalId;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Response containing the terminal output and exit status. */
export interface TerminalOutputResponse {
  /** The terminal output captured so far. */
  output: string;
  /** Whether the output was truncated due to byte limits. */
  truncated: boolean;
  /** Exit status if the command has completed. */
  exitStatus?: TerminalExitStatus | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Exit status of a terminal command. */
export interface TerminalExitStatus {
  /** The process exit code (may be null if terminated by signal). */
  exitCode?: number | null | undefined;
  /** The signal that terminated the process (may be null if exited normally). */
  signal?: string | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Response to terminal/release method */
export interface ReleaseTerminalResponse {
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Response containing the exit status of a terminal command. */
export interface WaitForTerminalExitResponse {
  /** The process exit code (may be null if terminated by signal). */
  exitCode?: number | null | undefined;
  /** The signal that terminated the process (may be null if exited normally). */
  signal?: string | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Response to `terminal/kill` method */
export interface KillTerminalResponse {
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Response from the client to an elicitation request. */
export type CreateElicitationResponse = ({
  _meta?: { [name: string]: unknown } | null | undefined;
} & ((ElicitationAcceptAction & { action: "accept" }) | { action: "decline" } | { action: "cancel" })) | UnknownVariant;

/** Allowed wire representations for `ElicitationContentValue`. */
export type ElicitationContentValue = string | number | boolean | string[];

/** The user accepted the elicitation and provided content. */
export interface ElicitationAcceptAction {
  /** The user-provided content, if any, as an object matching the requested schema. */
  content?: { [name: string]: ElicitationContentValue } | null | undefined;
}

/** A JSON-RPC notification object. */
export interface ClientNotification {
  /** The notification method name. */
  method: string;
  /** Method-specific notification parameters. */
  params?: CancelNotification | ExtNotification | null | undefined;
}

/** Notification to cancel ongoing operations for a session. */
export interface CancelNotification {
  /** The ID of the session to cancel operations for. */
  sessionId: SessionId;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Notification to cancel an ongoing request. */
export interface CancelRequestNotification {
  /** The ID of the request to cancel. */
  requestId: RequestId;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Request parameters for forking an existing session. */
export interface ForkSessionRequest {
  /** The ID of the session to fork. */
  sessionId: SessionId;
  /** The working directory for this session. */
  cwd: string;
  /** Additional workspace roots to activate for this session. */
  additionalDirectories?: string[] | undefined;
  /** List of MCP servers to connect to for this session. */
  mcpServers?: McpServer[] | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Response from forking an existing session. */
export interface ForkSessionResponse {
  /** Unique identifier for the newly created forked session. */
  sessionId: SessionId;
  /** Initial mode state if supported by the Agent */
  modes?: SessionModeState | null | undefined;
  /** Initial session configuration options if supported by the Agent. */
  configOptions?: SessionConfigOption[] | null | undefined;
  /** The models of the session, as agents announced them before config options. */
  models?: SessionModelState | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Capabilities for the `session/fork` method. */
export interface SessionForkCapabilities {
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Token usage information for a prompt turn. */
export interface Usage {
  /** Sum of all token types across session. */
  totalTokens: number;
  /** Total input tokens across all turns. */
  inputTokens: number;
  /** Total output tokens across all turns. */
  outputTokens: number;
  /** Total thought/reasoning tokens */
  thoughtTokens?: number | null | undefined;
  /** Total cache read tokens. */
  cachedReadTokens?: number | null | undefined;
  /** Total cache write tokens. */
  cachedWriteTokens?: number | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Request parameters for choosing the model of a session. */
export interface SetSessionModelRequest {
  /** The session. */
  sessionId: SessionId;
  /** One of the announced models. */
  modelId: string;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** Response to `session/set_model`. */
export interface SetSessionModelResponse {
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** The models a session can use, and the one it uses. */
export interface SessionModelState {
  /** The model in use. */
  currentModelId: string;
  /** The models to choose from. */
  availableModels: ModelInfo[];
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** One model to choose from. */
export interface ModelInfo {
  /** Unique identifier of the model. */
  modelId: string;
  /** Name to show. */
  name: string;
  /** What the model is good for. */
  description?: string | null | undefined;
  _meta?: { [name: string]: unknown } | null | undefined;
}

/** One message of the conversation so far. */
export interface HistoryMessage {
  /** Who said it: `user` or `assistant`. */
  role: string;
  /** Its blocks, tool calls and their results among them. */
  content: unknown[];
  _meta?: { [name: string]: unknown } | null | undefined;
}
