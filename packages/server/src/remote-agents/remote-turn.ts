// One turn with a remote agent: converts its task into ACP updates, and determines how it ends.
import {
  TaskState,
  type Artifact,
  type Message,
  type Part,
  type StreamResponse,
  type Task,
  type TaskStatus,
} from "@a2a-js/sdk";
import type { SessionUpdate, StopReason } from "@parley/acp";
import { decode } from "@parley/acp/decode";
import { ParleyError } from "@parley/base";
import { ErrorCodes, RpcError } from "@parley/rpc";
import { fromPart } from "../dialects/a2a/parts.ts";

export type Ending =
  | { readonly stopReason: StopReason; readonly error?: undefined }
  | { readonly error: ParleyError | RpcError; readonly stopReason?: undefined };

export interface RemoteTurnOptions {
  readonly tell: (update: SessionUpdate) => void;
  /** The remote agent's id of the conversation. */
  readonly onContext: (contextId: string) => void;
}

/** Updates that a Parley server sends unchanged. */
const OWN_UPDATES = new Set(["tool_call", "tool_call_update", "plan"]);
const STOP_REASONS: ReadonlySet<unknown> = new Set(["end_turn", "max_tokens", "max_turn_requests", "refusal"]);

export class RemoteTurn {
  readonly #options: RemoteTurnOptions;
  /** What was already emitted of each artifact: its text, and the number of other parts. */
  readonly #artifacts = new Map<string, { text: string; others: number }>();
  readonly #messages = new Set<string>();
  taskId: string | undefined;
  /** The next message continues the task. */
  isOpen = false;

  constructor(options: RemoteTurnOptions) {
    this.#options = options;
  }

  /** Undefined while the task is running. */
  take({ payload }: StreamResponse): Ending | undefined {
    switch (payload?.$case) {
      case "task":
        return this.takeTask(payload.value);
      case "message":
        this.#meet(payload.value.contextId, payload.value.taskId);
        this.#say(payload.value);
        return { stopReason: "end_turn" };
      case "artifactUpdate":
        this.#meet(payload.value.contextId, payload.value.taskId);
        if (payload.value.artifact !== undefined) this.#artifact(payload.value.artifact, payload.value.append);
        return undefined;
      case "statusUpdate":
        this.#meet(payload.value.contextId, payload.value.taskId);
        return this.#status(payload.value.status, payload.value.metadata);
      case undefined:
        return undefined;
    }
  }

  takeTask({ id, contextId, artifacts, status, metadata }: Task): Ending | undefined {
    this.#meet(contextId, id);
    for (const artifact of artifacts) this.#artifact(artifact, false);
    return this.#status(status, metadata);
  }

  #meet(contextId: string, taskId: string): void {
    if (taskId !== "") this.taskId = taskId;
    if (contextId !== "") this.#options.onContext(contextId);
  }

  #status(status: TaskStatus | undefined, metadata: Task["metadata"]): Ending | undefined {
    const message = status?.message;
    const reason: unknown = metadata?.["stopReason"];
    switch (status?.state) {
      case TaskState.TASK_STATE_COMPLETED:
        this.#say(message);
        return { stopReason: STOP_REASONS.has(reason) ? (reason as StopReason) : "end_turn" };
      case TaskState.TASK_STATE_CANCELED:
        return { stopReason: "cancelled" };
      case TaskState.TASK_STATE_REJECTED:
        this.#say(message);
        return { stopReason: "refusal" };
      case TaskState.TASK_STATE_FAILED:
        return { error: new RpcError(ErrorCodes.internalError, toText(message) || "The remote agent failed") };
      case TaskState.TASK_STATE_INPUT_REQUIRED:
        this.isOpen = true;
        this.#say(message);
        return { stopReason: "end_turn" };
      case TaskState.TASK_STATE_AUTH_REQUIRED: {
        this.isOpen = true;
        const text = toText(message) || "The remote agent requires a sign-in";
        return { error: new ParleyError({ code: "sign_in_needed", message: text }) };
      }
      case TaskState.TASK_STATE_SUBMITTED:
      case TaskState.TASK_STATE_WORKING:
        this.#progress(message);
        return undefined;
      case TaskState.TASK_STATE_UNSPECIFIED:
      case TaskState.UNRECOGNIZED:
      case undefined:
        return undefined;
    }
  }

  /** Emits a piece, or if the whole artifact is repeated, only its new part. */
  #artifact({ artifactId, parts }: Artifact, isAppended: boolean): void {
    const known = this.#artifacts.get(artifactId) ?? { text: "", others: 0 };
    this.#artifacts.set(artifactId, known);
    const texts = parts.filter(isText);
    const others = parts.filter((part) => !isText(part));
    const text = texts.map(textOf).join("");
    const rest = isAppended || !text.startsWith(known.text) ? text : text.slice(known.text.length);
    if (rest !== "") this.#chunk({ type: "text", text: rest }, artifactId);
    known.text = isAppended ? known.text + text : text;
    for (const part of isAppended ? others : others.slice(known.others)) this.#part(part, artifactId);
    known.others = isAppended ? known.others + others.length : Math.max(known.others, others.length);
  }

  /** Emits the agent's progress. */
  #progress(message: Message | undefined): void {
    if (message === undefined || !this.#isNew(message)) return;
    const kind: unknown = message.metadata?.["kind"];
    for (const part of message.parts) {
      const update = toOwnUpdate(part);
      const content = update === undefined ? fromPart(part) : undefined;
      if (update !== undefined) this.#options.tell(update);
      // Other details of a Parley server are meant for its own users.
      else if (content !== undefined && (kind === undefined || isText(part))) {
        this.#options.tell({ sessionUpdate: "agent_thought_chunk", content });
      }
    }
  }

  #say(message: Message | undefined): void {
    if (message === undefined || !this.#isNew(message)) return;
    // A Parley server repeats a question in a form for programs.
    const isQuestion = message.metadata?.["interactionId"] !== undefined;
    for (const part of message.parts) {
      if (!isQuestion || isText(part)) this.#part(part, message.messageId);
    }
  }

  #part(part: Part, messageId: string): void {
    const content = fromPart(part);
    if (content !== undefined) this.#chunk(content, messageId);
  }

  #chunk(content: NonNullable<ReturnType<typeof fromPart>>, messageId: string): void {
    const id = messageId === "" ? {} : { messageId };
    this.#options.tell({ sessionUpdate: "agent_message_chunk", content, ...id });
  }

  /** Snapshots repeat the status, so a message that was shown already is skipped. */
  #isNew({ messageId }: Message): boolean {
    if (messageId === "" || !this.#messages.has(messageId)) {
      this.#messages.add(messageId);
      return true;
    }
    return false;
  }
}

function toOwnUpdate({ content }: Part): SessionUpdate | undefined {
  if (content?.$case !== "data") return undefined;
  const value: unknown = content.value;
  if (typeof value !== "object" || value === null || !("sessionUpdate" in value)) return undefined;
  if (typeof value.sessionUpdate !== "string" || !OWN_UPDATES.has(value.sessionUpdate)) return undefined;
  const decoded = decode("SessionUpdate", value);
  return decoded.ok ? decoded.value : undefined;
}

function toText(message: Message | undefined): string {
  return message?.parts.filter(isText).map(textOf).join("") ?? "";
}

function isText({ content, filename }: Part): boolean {
  return content?.$case === "text" && filename === "";
}

function textOf({ content }: Part): string {
  return content?.$case === "text" ? content.value : "";
}
