// The types of ACP-REST as we send them: https://agentcommunicationprotocol.dev, version 0.2.0.

/** Its kinds are closed: clients treat an unknown one as a citation. */
export type PartMetadata =
  | {
      readonly kind: "citation";
      readonly start_index?: number | null | undefined;
      readonly end_index?: number | null | undefined;
      readonly url?: string | null | undefined;
      readonly title?: string | null | undefined;
      readonly description?: string | null | undefined;
    }
  | {
      readonly kind: "trajectory";
      readonly message?: string | null | undefined;
      readonly tool_name?: string | null | undefined;
      readonly tool_input?: Readonly<Record<string, unknown>> | null | undefined;
      readonly tool_output?: Readonly<Record<string, unknown>> | null | undefined;
    };

/** Never with both `content` and `content_url`. One with a name is an artifact. */
export interface MessagePart {
  readonly name?: string | null | undefined;
  readonly content_type: string;
  readonly content?: string | null | undefined;
  readonly content_encoding?: "plain" | "base64" | null | undefined;
  readonly content_url?: string | null | undefined;
  readonly metadata?: PartMetadata | null | undefined;
  /** Data without a field in the protocol; clients keep it. */
  readonly [extra: string]: unknown;
}

export interface Message {
  /** `user`, `agent` or `agent/name`. */
  readonly role: string;
  readonly parts: readonly MessagePart[];
  /** In a message that creates a session, `cwd` is its folder. */
  readonly metadata?: { readonly cwd?: string | null | undefined } | null | undefined;
  readonly created_at?: string | undefined;
  readonly completed_at?: string | undefined;
}

export interface WireError {
  readonly code: "server_error" | "invalid_input" | "not_found";
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

export type RunStatus = "created" | "in-progress" | "awaiting" | "cancelling" | "cancelled" | "completed" | "failed";

export interface AwaitRequest {
  readonly type: "message";
  readonly message: Message;
}

export interface Run {
  readonly agent_name: string;
  readonly run_id: string;
  readonly session_id: string;
  readonly status: RunStatus;
  readonly await_request?: AwaitRequest | undefined;
  readonly output: readonly Message[];
  readonly error?: WireError | undefined;
  readonly created_at: string;
  readonly finished_at?: string | undefined;
  /** Our extension: the stop reason and the cost. */
  readonly stop_reason?: string | undefined;
  readonly usage?: object | undefined;
  /** Our extension: the output exceeds the limit of a run; the events have all of it. */
  readonly is_output_cut?: true | undefined;
}

export type RunEventType =
  | "run.created"
  | "run.in-progress"
  | "run.awaiting"
  | "run.completed"
  | "run.cancelled"
  | "run.failed";

export type RunEvent =
  | { readonly type: RunEventType; readonly run: Run }
  | { readonly type: "message.created"; readonly message: Message }
  | { readonly type: "message.part"; readonly part: MessagePart }
  | { readonly type: "message.completed"; readonly message: Message }
  | { readonly type: "generic"; readonly generic: Readonly<Record<string, unknown>> }
  | { readonly type: "error"; readonly error: WireError };

export interface AcpSession {
  readonly id: string;
  readonly history: readonly string[];
  readonly state: string;
}

export interface AgentManifest {
  readonly name: string;
  readonly description: string;
  readonly input_content_types: readonly string[];
  readonly output_content_types: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, number>> | undefined;
}

/** Times end in `Z`: clients refuse an offset. */
export function toTimestamp(atMs: number): string {
  return new Date(atMs).toISOString();
}
